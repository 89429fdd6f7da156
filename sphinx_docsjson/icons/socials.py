"""The platforms that a footer links to: their icon and the name that a screen reader says."""

from __future__ import annotations

PLATFORMS: dict[str, tuple[str, str]] = {
    "website": ("Website", "globe"),
    "facebook": ("Facebook", "brands:facebook"),
    "x": ("X", "brands:x-twitter"),
    "x-twitter": ("X", "brands:x-twitter"),
    "twitter": ("Twitter", "brands:twitter"),
    "discord": ("Discord", "brands:discord"),
    "slack": ("Slack", "brands:slack"),
    "github": ("GitHub", "brands:github"),
    "gitlab": ("GitLab", "brands:gitlab"),
    "linkedin": ("LinkedIn", "brands:linkedin"),
    "instagram": ("Instagram", "brands:instagram"),
    "hacker-news": ("Hacker News", "brands:hacker-news"),
    "youtube": ("YouTube", "brands:youtube"),
    "medium": ("Medium", "brands:medium"),
    "telegram": ("Telegram", "brands:telegram"),
    "bluesky": ("Bluesky", "brands:bluesky"),
    "threads": ("Threads", "brands:threads"),
    "reddit": ("Reddit", "brands:reddit"),
    "mastodon": ("Mastodon", "brands:mastodon"),
    "podcast": ("Podcast", "podcast"),
    "earth-americas": ("Website", "earth-americas"),
}


def social(platform: str) -> tuple[str, str]:
    """Return the name and the icon of a platform; an unknown one is called by its key."""
    return PLATFORMS.get(platform.lower(), (platform.replace("-", " ").title(), "link"))
