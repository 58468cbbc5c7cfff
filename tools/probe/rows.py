"""What we believe of Discord, row by row: what the bot relies on, and what to set where Discord does otherwise.

What Discord documents for sure is not here.

Why: decision 0047.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """An assumption, what the bot relies on there, and what to do if it is wrong."""

    assumption: str
    relies: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a row. ``holds`` says whether it is as we believe; None: nobody can tell."""

    holds: bool | None
    words: str


NOTHING = "nothing to set"

ROWS = {
    "plain_call": Row(
        "A message of plain words can be edited into a page.",
        "calls that come as words alone are edited at once",
        f"{NOTHING}: the page is posted anew, without a mention",
    ),
    "whole_call": Row(
        "So can one that also has a picture and buttons.",
        "calls have their picture and buttons from the start, and become a page when there is room",
        "CALLS_WHOLE=no",
    ),
    "picture_kept": Row(
        "A picture stays if an edit names it, and does not bring it again.",
        "a call becomes its page, and a board is edited, without sending the same picture twice",
        f"{NOTHING}: the bot notices it, and sends each picture anew",
    ),
    "mention_kept": Row(
        "A call that is edited into a page still marks whom it has called, if the edit allows that.",
        "the yellow bar and the tab Mentions stay",
        f"{NOTHING}: people are called anyway, and lose the mark when the page appears",
    ),
    "same_name": Row(
        "A new picture takes the place of an old one of the same name.",
        "animations have the same name each time; other pictures have names of their own",
        f"{NOTHING}: press Animation twice",
    ),
    "alt_kept": Row(
        "A picture keeps its alt text when its message is edited.",
        "people who do not see pictures hear each of them",
        "tell them of the text board, below More: it says all that pictures show",
    ),
    "alt_editable": Row(
        "An alt text can be changed without a new upload.",
        "nothing: a picture with another alt text is sent anew",
        NOTHING,
    ),
    "animation": Row(
        "An animation moves in a gallery.",
        "replays are shown as one",
        f"{NOTHING}: it then stands still, and *Steps* shows each move",
    ),
    "length": Row(
        "A page may have 4,000 characters in all.",
        "the longest page has some 2,700",
        f"{NOTHING} as long as 3,000 are taken; else tell the authors of the bot",
    ),
    "nonce": Row(
        "A post that is sent again with its nonce is there once.",
        "nobody is called twice, be there faults, kills or restarts",
        f"{NOTHING}: tell the authors of the bot, whose calls may come twice",
    ),
    "nonce_deleted": Row(
        "If that message has been deleted since, Discord says so, and posts nothing.",
        "the bot then posts it with another nonce",
        f"{NOTHING}: a post that comes at once is right too",
    ),
    "nonce_memory": Row(
        "Discord remembers a nonce for a minute at least.",
        "a post of which nobody knows whether it arrived is sent again after 2, 8 and 30 s, and then by the sweep",
        "SWEEP_SECONDS below the seconds for which it was known",
    ),
    "emoji": Row(
        "Emoji can be uploaded at the pace of EMOJI_PACE.",
        "149 are uploaded at the first start; what is refused is tried again when Discord says",
        "EMOJI_PACE higher, for a quieter log: it will be hours until all are there",
    ),
    "sessions": Row(
        "Two connections of one bot both hear every press.",
        "a new process takes over from the old one without a gap",
        "stop the old process before you start a new one, and keep to one process for each shard",
    ),
    "in_time": Row(
        "An answer that is sent 2.4 s after a press still arrives in time.",
        "the bot has so long to do what was asked; then it says that it takes longer",
        "move the bot to a faster machine, or one with a better line: Discord gives up 3 s after the press",
    ),
    "deferred": Row(
        "A press can be acknowledged without a change, and answered by a private message that follows.",
        "clicks on boards, while many requests are made",
        "BOARDS_BY_TOKEN=never",
    ),
    "original_edit": Row(
        "After that, @original is the message that was pressed: it can be edited.",
        "edits of boards that do not count towards Discord's limit",
        "BOARDS_BY_TOKEN=never",
    ),
    "original_delete": Row(
        "It can be deleted, too.",
        "deletions of boards that do not count towards Discord's limit",
        "BOARDS_BY_TOKEN=never",
    ),
    "newest": Row(
        "A press says which message is the newest of its channel, and private messages do not count.",
        "while both play at the same time, the board is edited where it stands, and nobody is called",
        f"{NOTHING}: then each turn brings a new board and a call",
    ),
    "type_7": Row(
        "The answer to a press can put a new picture into a private message.",
        "each press on a private page shows a new picture",
        f"{NOTHING}: the bot then promises an answer and edits it, which takes longer",
    ),
    "private_delete": Row(
        "A private message can be deleted by the press on it.",
        "old private pages of a game are taken away",
        f"{NOTHING}: they stay until people dismiss them, and their buttons say what is new",
    ),
    "follow_ups": Row(
        "More than 30 messages may follow presses in one channel in a minute.",
        "clicks on boards, while many requests are made",
        "BOARDS_BY_TOKEN=never if many people play in one channel",
    ),
    "token_life": Row(
        "What belongs to a press can be edited for 14 minutes and 40 seconds.",
        "answers that come late, such as reviews, and edits by a click",
        f"{NOTHING}: what cannot be edited is posted",
    ),
    "old_edits": Row(
        "Many edits of a message that is older than an hour have to wait, and no more.",
        "a board that cannot be edited now is posted anew",
        f"{NOTHING}: any refusal of an edit leads to a new board",
    ),
    "direct_answer": Row(
        "In a conversation, a press on a private page can be answered for everybody.",
        "*Play here*, where the bot is no member",
        f"{NOTHING}: two people cannot begin there; playing alone goes on",
    ),
    "direct_join": Row(
        "Somebody can press a button there who has not installed the bot.",
        "only one of two has to install it",
        "tell people that both have to install it",
    ),
    "direct_mention": Row(
        "A mention in such an answer tells whom it names.",
        "people are called when it is their turn",
        "tell people to look by themselves, or to let the bot write to them",
    ),
    "direct_edit": Row(
        "A press can edit the message on which it is, whoever has brought that.",
        "the seat becomes the first board, and old boards go",
        f"{NOTHING}: old messages stay, and say where the game stands when they are pressed",
    ),
    "direct_follow_up": Row(
        "What follows an answer there can be seen by everybody, too.",
        "nothing: all that both see are answers",
        NOTHING,
    ),
    "direct_message": Row(
        "The bot can write to somebody who has installed it, and is in no server with it.",
        "reminders of the daily quilt, and of games in conversations",
        f"{NOTHING}: there are none, and people look by themselves",
    ),
}
"""All rows, in the order in which they are printed."""

LONG = ("token_life", "old_edits")
"""Those that take an hour."""

DIRECT = (
    "direct_answer",
    "direct_join",
    "direct_mention",
    "direct_edit",
    "direct_follow_up",
    "direct_message",
)
"""Those of conversations, which are asked for alone."""

PRESSED = ("sessions", "plain_call", "whole_call", "picture_kept", "mention_kept")
"""Those that need the first press, …"""

ANSWERED = ("deferred", "original_edit", "original_delete")
"""… an answer to it, …"""

PRESSED_AGAIN = ("newest", "in_time", "type_7", "private_delete", "follow_ups")
"""… and the second press."""
