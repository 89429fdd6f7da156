"""Reports the syntax of other tools in pages, and blocks that are not closed.

Alerts of GitHub (``> [!NOTE]``) become callouts. Syntax of other tools stays text, and a message
says what to write instead.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from docutils import nodes
from markdown_it.rules_block.table import escapedSplit

from sphinx_docsjson.base.markdown import with_deep_blocks
from sphinx_docsjson.base.messages import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token


ALERTS: dict[str, type[nodes.Element]] = {
    "attention": nodes.attention,
    "caution": nodes.caution,
    "danger": nodes.danger,
    "error": nodes.error,
    "hint": nodes.hint,
    "important": nodes.important,
    "note": nodes.note,
    "tip": nodes.tip,
    "warning": nodes.warning,
    "check": nodes.admonition,
    "info": nodes.admonition,
}
"""The admonition that an alert becomes; GitHub has five of them, other tools have more."""

OTHER_ALERTS = {"success": "check", "done": "check", "failure": "error", "bug": "error"}

CALLOUT_TAGS = {
    "attention": "Warning",
    "caution": "Warning",
    "check": "Check",
    "danger": "Danger",
    "error": "Danger",
    "hint": "Tip",
    "important": "Warning",
    "info": "Info",
    "note": "Note",
    "success": "Check",
    "tip": "Tip",
    "warning": "Warning",
}
"""The component that says what callouts of other tools say."""

_ALERT = re.compile(r"\[!([A-Za-z]++)\][+-]?[^\S\n]*+([^\n]*+)(?:\n|$)")
_COLON_INFO = re.compile(
    r"([A-Za-z][\w-]*+)\s*+(?>(?:\[([^\]\n]*+)\])?)(?>(?:\{[^}\n]*+\})?)\s*+(.*)"
)
_ADMONITION = re.compile(
    r"^(!!!|\?\?\?\+?+)[ \t]++([A-Za-z][\w-]*+)[^\n\"]*+(?>(?:\"([^\"\n]*+)\")?)", re.MULTILINE
)
_TAB = re.compile(r"^===[!+]?+[ \t]++\"([^\"\n]++)\"[ \t]*+$", re.MULTILINE)
_SHORTCODE = re.compile(r"^(?:\{%-?|\{\{[<%])[ \t]*+(/?[A-Za-z][\w-]*+)", re.MULTILINE)
_INCLUDE = re.compile(r"^-{2,}+8<-{2,}+|^\[TOC\][ \t]*+$|^\[\[_?TOC_?\]\]", re.MULTILINE)
_EMOJI = re.compile(r"^:([a-z0-9_+-]++):(?=\s|$)", re.MULTILINE)
_API = re.compile(r"^:{3,9}[ \t]{1,9}([A-Za-z_][\w.-]{1,200})[ \t]{0,9}$", re.MULTILINE)
_OPTION_OF_API = re.compile(r":?[a-z_]++:")
_CLOSES = re.compile(r"[ \t>]*+([`~:]++)[ \t]*+$")

EMOJI = words(
    "+1 -1 100 1st_place_medal airplane alarm_clock alien ambulance anchor angry apple "
    "arrow_down arrow_left arrow_right arrow_up art astonished balloon bar_chart battery beer "
    "beers beetle bell bento bookmark bookmark_tabs books boom brain briefcase bug "
    "building_construction bulb bust_in_silhouette busts_in_silhouette calendar camera "
    "chart_with_upwards_trend checkered_flag children_crossing clap clipboard clock1 "
    "closed_lock_with_key cloud clown_face coffee coffin computer confetti_ball construction "
    "construction_worker cop copyright credit_card crossed_fingers cry crystal_ball dancer dart "
    "date disappointed dizzy dna dolphin dragon earth_africa earth_americas earth_asia egg "
    "electric_plug email exclamation eyes face_with_monocle fearful file_folder fire fireworks "
    "fish floppy_disk flushed fox_face frog gear gem ghost gift globe_with_meridians goal_net "
    "green_circle green_heart grin grinning hammer hammer_and_wrench handshake hankey heart "
    "heart_eyes heavy_check_mark heavy_exclamation_mark heavy_minus_sign heavy_plus_sign "
    "hourglass hugs inbox_tray information_source iphone joy key label laptop laughing link "
    "lipstick lock loudspeaker mag mag_right mailbox mask mega memo microscope money_with_wings "
    "moneybag monocle_face mortar_board mountain muscle mute nail_care necktie no_entry "
    "no_entry_sign notebook o octocat octopus ok ok_hand ok_woman open_file_folder open_hands "
    "orange_circle package page_facing_up palm_tree panda_face paperclip partying_face "
    "passport_control pencil pencil2 penguin phone pill point_down point_left point_right "
    "point_up point_up_2 pray printer purple_heart pushpin puzzle_piece question rabbit "
    "radioactive rage railway_car rainbow raised_hand raised_hands raising_hand recycle "
    "red_circle relaxed relieved repeat rewind robot rocket rofl rotating_light round_pushpin "
    "runner safety_vest satellite scream scroll see_no_evil seedling shield ship shipit shrug "
    "skull slightly_smiling_face smile smiley smiling_face_with_three_hearts smirk snail snake "
    "snowflake sob soon space_invader sparkle sparkles speaker speech_balloon spider squirrel "
    "star star2 star_struck stethoscope stop_sign stopwatch sunglasses sunny sunrise sweat "
    "sweat_smile tada technologist telephone telescope test_tube thermometer thinking "
    "thought_balloon thumbsdown thumbsup timer_clock tools trash triangular_flag_on_post "
    "triangular_ruler triumph trophy truck turtle unamused unicorn unlock up v "
    "vertical_traffic_light video_camera warning wastebasket wave whale wheelchair "
    "white_check_mark wine_glass wink woman_technologist world_map wrench writing_hand x "
    "yellow_circle yum zap zipper_mouth_face zzz"
)
"""Codes of GitHub that people write most; others are found by the Unicode name of the emoji."""


def is_emoji(code: str) -> bool:
    """Whether ``:code:`` is written for an emoji, and not the name of a field."""
    if code in EMOJI:
        return True
    try:
        found = unicodedata.lookup(code.replace("_", " "))
    except KeyError:
        return False
    return unicodedata.category(found) == "So"


def other_syntaxes_plugin(md: MarkdownIt, is_ours: Callable[[], bool]) -> None:
    """Teach *md* alerts, and to notice blocks that nothing closes.

    :param is_ours: whether the page is one that we may read so; asked at parse time.
    """

    def look(state: StateCore) -> None:
        if is_ours():
            state.tokens = with_deep_blocks(state.tokens, state.src, md.options["maxNesting"])
            note_unclosed(state.tokens, state.src)
            note_lost_cells(state.tokens, state.src)
            state.tokens = with_alerts(state.tokens)

    def text(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if silent or state.is_code_block(start) or not is_ours():
            return False
        line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
        code = _EMOJI.match(line)
        told = (code and is_emoji(code[1])) or _SHORTCODE.match(line) or _is_api(state, start)
        if not told:
            return False
        return md.block.ruler.getRules("")[-1](state, start, end, silent)

    md.core.ruler.before("inline", "docsjson_other_syntaxes", look)
    # Before the rules that would read such a line as the name of a field, or as attributes.
    md.block.ruler.before("docsjson_module", "docsjson_other_syntaxes", text)


def _is_api(state: StateBlock, start: int) -> bool:
    """Whether a line is ``::: name`` of mkdocstrings or mkdocs-click, which nothing closes.

    As the start of a box it would contain the rest of the page, and boxes in boxes.
    """
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    found = _API.match(line)
    if found is None:
        return False
    following = ""
    if start + 1 < state.lineMax and state.sCount[start + 1] >= state.blkIndent + 4:
        following = state.src[state.bMarks[start + 1] : state.eMarks[start + 1]].strip()
    return "." in found[1] or _OPTION_OF_API.match(following) is not None


def note_unclosed(tokens: list[Token], source: str) -> None:
    """Mark the fences that end where what contains them ends, because nothing closes them."""
    lines: list[str] | None = None
    for token in tokens:
        if token.type not in ("fence", "colon_fence") or not token.map:
            continue
        lines = source.split("\n") if lines is None else lines
        first, last = token.map[0], min(token.map[1], len(lines)) - 1
        closing = _CLOSES.match(lines[last]) if last > first else None
        marks = closing[1] if closing else ""
        if not marks.startswith(token.markup) or marks.strip(token.markup[0]):
            token.meta["docsjson_unclosed"] = True


def note_lost_cells(tokens: list[Token], source: str) -> None:
    """Mark the rows of tables with more cells than the first row, which Markdown leaves out."""
    lines: list[str] | None = None
    cells = 0
    for index, token in enumerate(tokens):
        if token.type != "tr_open" or not token.map:
            continue
        lines = source.split("\n") if lines is None else lines
        found = escapedSplit(lines[token.map[0]].lstrip(" \t>").rstrip())
        found = found[1:] if found[0] == "" else found
        found = found[:-1] if found and found[-1] == "" else found
        if tokens[index - 1].type == "thead_open":
            cells = len(found)
        elif any(map(str.strip, found[cells:])):
            token.meta["docsjson_lost"] = found[cells].strip()


def with_alerts(tokens: list[Token]) -> list[Token]:
    """Return the blocks of a text with its alerts as tokens ``docsjson_alert``."""
    dropped: set[int] = set()
    for index, token in enumerate(tokens):
        if token.type != "blockquote_open" or index + 2 >= len(tokens):
            continue
        paragraph, inline = tokens[index + 1], tokens[index + 2]
        alert = _ALERT.match(inline.content) if paragraph.type == "paragraph_open" else None
        if alert is None:
            continue
        close = next(
            each
            for each in tokens[index:]
            if each.type == "blockquote_close" and each.level == token.level
        )
        token.meta["kind"], token.meta["title"] = alert[1].lower(), alert[2].strip()
        if alert_kind(token.meta["kind"]) is None:
            continue
        token.type, close.type = "docsjson_alert_open", "docsjson_alert_close"
        inline.content = inline.content[alert.end() :]
        for each in (paragraph, inline):
            each.map = [each.map[0] + 1, each.map[1]] if each.map else None
        if not inline.content.strip():
            dropped |= {index + 1, index + 2, index + 3}
    return [token for index, token in enumerate(tokens) if index not in dropped]


def alert_kind(name: str) -> str | None:
    """Return the kind of callout that an alert is, if it is one."""
    name = OTHER_ALERTS.get(name, name)
    return name if name in ALERTS else None


def parts_of_colon_fence(info: str) -> tuple[str, str]:
    """Return the name behind ``:::``, and the title that other tools read there."""
    found = _COLON_INFO.fullmatch(info.strip())
    return (found[1], (found[2] or found[3] or "").strip()) if found else ("", "")


def colon_fence_message(name: str, title: str) -> str:
    """Return what to say about ``:::name title``; nothing for a box with a class, as in MyST."""
    tag = CALLOUT_TAGS.get(name.lower())
    if tag is None and name.lower() in {"details", "spoiler"}:
        tag = "Accordion"
    attribute = f' title="{title}"' if title else ""
    if tag:
        return (
            f"':::{name}' belongs to another tool; shown as plain text. "
            f"Write <{tag}{attribute}>…</{tag}>."
        )
    if title:
        return (
            f"':::{name} {title}' is not a directive; shown as plain text. Write ':::{{name}} "
            "title' with the name of a directive, or a component."
        )
    return ""


def foreign_syntax_in(text: str, *, mdx: bool) -> Iterator[tuple[int, str]]:
    """Give what to say about lines of a paragraph that only another tool reads, with their places.

    :param mdx: braces are reported as expressions.
    """
    for match in _ADMONITION.finditer(text):
        mark, kind, title = match[1], match[2], match[3] or ""
        tag = CALLOUT_TAGS.get(kind.lower(), "Note") if mark == "!!!" else "Accordion"
        attribute = f' title="{title or kind}"' if title or tag == "Accordion" else ""
        what = f"'{mark} {kind}' is a MkDocs callout"
        yield _line(text, match), f"{what}; shown as text. Write <{tag}{attribute}>…</{tag}>."
    for match in _TAB.finditer(text):
        write = f'Write <Tabs><Tab title="{match[1]}">…</Tab></Tabs>.'
        what = f"'=== \"{match[1]}\"' is a MkDocs tab"
        yield _line(text, match), f"{what}; shown as text. {write}"
    for match in _API.finditer(text):
        what = f"'{match[0].strip()}' is for mkdocstrings; shown as text"
        write = "Document Python with sphinx.ext.autodoc, in an {eval-rst} block."
        if "." not in match[1]:
            what = f"'{match[0].strip()}' is for a plugin of MkDocs; shown as text"
            write = "Document commands with sphinx_click, in an {eval-rst} block."
        yield _line(text, match), f"{what}. {write}"
    for match in _SHORTCODE.finditer(text) if not mdx else ():
        what = f"'{match[0]}' is a tag of another tool (GitBook, Hugo, Jekyll)"
        yield _line(text, match), f"{what}; shown as text. Write a component."
    for match in _INCLUDE.finditer(text):
        write = "Remove it: each page lists its headings."
        if "8<" in match[0]:
            write = "Write <Snippet file=…/> or the directive {include}."
        yield _line(text, match), f"'{match[0].strip()}' is for MkDocs; shown as text. {write}"
    for match in _EMOJI.finditer(text):
        if is_emoji(match[1]):
            what = f"':{match[1]}:' is an emoji code; shown as text"
            yield _line(text, match), f"{what}. Write the emoji itself."


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start())
