"""Privacy: what is stored about you, a copy of it, and to be forgotten."""

from bot.features.dispatch import Click, Page, Reply, Request, on
from bot.ui.pages.privacy import export_page, forget_page, forgotten_page, privacy_page


@on("privacy", page="privacy", concerns_game=False)
async def show(request: Request) -> Reply:
    """Say so, from any page that leads here."""
    return Reply(privacy_page(request.say))


@on("export", page="privacy", concerns_game=False)
async def export(click: Click) -> Reply:
    """Hand the user all of it, which can take a while to put together and to send; or what follows in the next file."""

    async def hand_over() -> Page:
        copy = await click.app.privacy.export(click.user, click.custom_id.subject)
        return export_page(click.say, click.user, copy)

    return Reply(Page((click.say("privacy.exporting"),)), background=hand_over)


@on("forgetpage", page="privacy", concerns_game=False)
async def ask_to_forget(click: Click) -> Reply:
    """Ask whether to forget the user."""
    return Reply(forget_page(click.say))


@on("forget", page="privacy", concerns_game=False)
async def forget(click: Click) -> Reply:
    """Forget the user."""
    forgotten = await click.app.privacy.forget(click.user)
    return Reply(forgotten_page(click.say, forgotten), background=click.app.challenge_posts.sweep)
