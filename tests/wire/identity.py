"""Who the bot is to the stand-in: itself, its application and commands, and the members of servers."""

from bot.ui.kit.brand import NAME
from tests.wire.bodies import Body
from tests.wire.places import APPLICATION, OWNER, member_body, snowflake, user_body
from tests.wire.world import Refused, Route, World


def gateway(world: World, _: Body) -> Body:
    """Get Gateway Bot."""
    return {"url": world.gateway_url, "shards": world.shards, "session_start_limit": world.starts.described()}


def myself(world: World, _: Body) -> Body:
    """Get Current User."""
    return user_body(APPLICATION)


def application(world: World, _: Body) -> Body:
    """Get Current Application."""
    body = {"id": str(APPLICATION), "name": NAME, "icon": None, "description": "", "summary": ""}
    return {**body, "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "owner": user_body(OWNER)}


def commands(world: World, _: Body, application_id: int) -> list[Body]:
    """Get Global Application Commands."""
    return world.commands


def set_commands(world: World, body: list[Body], application_id: int) -> list[Body]:
    """Bulk Overwrite Global Application Commands: one whose name was there before keeps its id."""
    before = {command["name"]: command["id"] for command in world.commands}
    common = {"application_id": str(application_id), "version": "1", "default_member_permissions": None}
    world.commands = [{**common, "id": before.get(each["name"], str(snowflake())), **each} for each in body]
    return world.commands


def server(world: World, _: Body, guild: int) -> Body:
    """Get Guild."""
    if guild not in world.servers or not world.servers[guild].here:
        raise Refused("missing access")
    return world.servers[guild].described([*world.channels.values()])


def member(world: World, _: Body, guild: int, user: int) -> Body:
    """Get Guild Member."""
    return member_body(user, guild)


ROUTES: list[Route] = [
    ("GET", r"/gateway/bot", gateway),
    ("GET", r"/users/@me", myself),
    ("GET", r"/oauth2/applications/@me", application),
    ("GET", r"/applications/(\d+)/commands", commands),
    ("PUT", r"/applications/(\d+)/commands", set_commands),
    ("GET", r"/guilds/(\d+)", server),
    ("GET", r"/guilds/(\d+)/members/(\d+)", member),
]
