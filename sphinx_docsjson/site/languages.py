"""The codes of languages in ``docs.json``: their names, and their codes in HTML."""

from __future__ import annotations

LANGUAGE_NAMES = {
    "ar": "العربية", "ca": "Català", "cn": "简体中文", "cs": "Čeština", "da": "Dansk",
    "de": "Deutsch", "en": "English", "es": "Español", "fi": "Suomi", "fr": "Français",
    "fr-CA": "Français (Canada)", "he": "עברית", "hi": "हिन्दी", "hu": "Magyar",
    "id": "Bahasa Indonesia", "it": "Italiano", "ja": "日本語", "jp": "日本語",
    "ja-JP": "日本語", "ko": "한국어", "lv": "Latviešu", "nl": "Nederlands", "no": "Norsk",
    "pl": "Polski", "pt": "Português", "pt-BR": "Português (Brasil)", "ro": "Română",
    "ru": "Русский", "sv": "Svenska", "tr": "Türkçe", "uk": "Українська", "uz": "Oʻzbekcha",
    "vi": "Tiếng Việt", "zh": "中文", "zh-CN": "简体中文", "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文", "zh-TW": "繁體中文",
}  # fmt: skip
"""Code → name, as those who speak the language write it."""

_IN_HTML = {"cn": "zh", "jp": "ja"}


def html_language(code: str) -> str:
    """Return the code of a language as the ``lang`` of HTML has it (BCP 47)."""
    return _IN_HTML.get(code, code).replace("_", "-")
