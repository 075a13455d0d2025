import { expect, test } from 'vitest';
import { brands } from '#server/database/migrations/shipped-rows.data.ts';
import { greenTheme } from '#server/testing/records/brands.ts';
import { acceptSvg } from './accept-svg.ts';
import { createStartingLogo } from './create-brand.ts';

const openingTag = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">';
const wrapSvg = (content: string): string => `${openingTag}${content}</svg>`;
const pathElement = '<path d="M0 0h8v8H0z"/>';

test('an accepted picture is returned without comments, XML declaration, and spaces between elements', () => {
  expect(
    acceptSvg(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- a mark -->${wrapSvg(`\n  ${pathElement}\n`)}\n`),
  ).toBe(wrapSvg(pathElement));
});

test('shapes, groups, gradients and clip paths of the same picture are accepted', () => {
  const completeSvg = wrapSvg(
    '<title>A &amp; B &lt;C&gt;</title><defs><linearGradient id="a" x1="0" gradientUnits="userSpaceOnUse"><stop offset="50%" stop-color="#fff" stop-opacity=".5"/></linearGradient><clipPath id="b"><circle r="4"/></clipPath></defs><g fill="url(#a)" clip-path="url(#b)" transform="translate(1,2) rotate(-45)"><path d="M1e-1,2 3-4z" stroke="rgb(1, 2, 3)" fill-rule="evenodd"/></g>',
  );
  expect(acceptSvg(completeSvg)).toBe(completeSvg);
  expect(acceptSvg(acceptSvg(completeSvg))).toBe(completeSvg);
});

test('the shipped pictures and the starting logo of a new brand are accepted unchanged', () => {
  for (const shippedSvg of [
    ...brands.flatMap(({ mark_svg, favicon_svg }) => [mark_svg, favicon_svg]),
    createStartingLogo(greenTheme),
  ])
    expect(acceptSvg(shippedSvg)).toBe(shippedSvg);
});

/** What is wrong with a picture, the picture, and a text that the message must contain. */
const refusedPictures: [what: string, svg: string, words: string][] = [
  ['a script', wrapSvg('<script>alert(1)</script>'), '<script>'],
  ['a script by address', wrapSvg('<script href="//evil.example/x.js"/>'), '<script>'],
  ['a script in another case', wrapSvg('<SCRIPT>alert(1)</SCRIPT>'), '<SCRIPT>'],
  ['HTML inside', wrapSvg('<foreignObject><p>x</p></foreignObject>'), '<foreignObject>'],
  ['a picture inside', wrapSvg('<image href="//evil.example/x.png"/>'), '<image>'],
  ['a reuse', wrapSvg('<use href="#a"/>'), '<use>'],
  ['the private data of Illustrator', wrapSvg('<switch><foreignObject/><g/></switch>'), 'Preserve Illustrator'],
  ['a link', wrapSvg(`<a href="javascript:alert(1)">${pathElement}</a>`), '<a>'],
  ['an animation', wrapSvg('<rect><animate attributeName="x" onbegin="alert(1)"/></rect>'), '<animate>'],
  ['a handler that is set', wrapSvg('<rect><set attributeName="onmouseover" to="alert(1)"/></rect>'), '<set>'],
  ['a style sheet', wrapSvg('<style>*{background:url(//evil.example)}</style>'), '<style>'],
  ['a filter', wrapSvg('<filter id="a"/><g filter="url(#a)"/>'), '<filter>'],
  ['a pattern', wrapSvg('<pattern id="a"/><path fill="url(#a)"/>'), '<pattern>'],
  ['text', wrapSvg('<text>Basics</text>'), '<text>'],
  ['another namespace', wrapSvg('<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'), '<x:script>'],
  ['a nested picture', wrapSvg(wrapSvg(pathElement)), '<svg>'],
  ['an event', wrapSvg('<path d="M0 0" onload="alert(1)"/>'), 'onload'],
  ['an event at the root', wrapSvg(pathElement).replace('viewBox', 'onload="alert(1)" viewBox'), 'onload'],
  ['an event in another case', wrapSvg('<path OnLoad="alert(1)"/>'), 'OnLoad'],
  [
    'a group with an effect that is defined after it',
    wrapSvg('<g filter="url(#a)"/><filter id="a"/>'),
    'The attribute filter of <g> is not allowed. Remove shadows and other effects.',
  ],
  ['a style that is an effect', wrapSvg('<path style="filter:blur(2px)"/>'), 'filter'],
  ['a style with a script', wrapSvg('<path style="fill:expression(alert(1))&lt;"/>'), 'fill'],
  ['a style without a value', wrapSvg('<path style="fill"/>'), 'cannot be read'],
  ['an imported style sheet', wrapSvg('<style>@import url(//evil.example);</style>'), 'presentation attributes'],
  ['a font', wrapSvg('<style>@font-face{src:url(//evil.example)}</style>'), 'presentation attributes'],
  ['a class with an address', wrapSvg('<style>.a{fill:url(//evil.example)}</style><path class="a"/>'), 'fill'],
  ['a class with a cursor', wrapSvg('<style>.a{cursor:url(//evil.example)}</style><path class="a"/>'), 'cursor'],
  ['a style sheet for elements', wrapSvg('<style>path{fill:red}</style>'), 'presentation attributes'],
  ['a style with an address', wrapSvg('<path style="background:url(//evil.example)"/>'), 'style'],
  ['a reference', wrapSvg('<linearGradient href="#a"/>'), 'href'],
  [
    'gradients that refer to each other',
    wrapSvg('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'),
    'href',
  ],
  ['an old reference', wrapSvg('<linearGradient xlink:href="//evil.example/#a"/>'), 'xlink:href'],
  [
    'a prefix for SVG',
    wrapSvg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
    '<svg:script>',
  ],
  ['a fill from another site', wrapSvg('<path fill="url(//evil.example/#a)"/>'), 'fill'],
  ['a fill from another file', wrapSvg('<path fill="url(evil)"/>'), 'fill'],
  ['a stroke with a URL in upper case', wrapSvg('<path stroke="URL( #a )"/>'), 'stroke'],
  ['a fill with two URLs', wrapSvg('<path fill="url(#a) url(//evil.example)"/>'), 'fill'],
  ['an address in a plain attribute', wrapSvg('<path transform="url(#a)"/>'), 'transform'],
  ['an address in letters', wrapSvg('<path d="javascript:alert(1)"/>'), 'attribute d'],
  ['a style after a number', wrapSvg('<path d="M0 0; background: x"/>'), 'attribute d'],
  ['a DOCTYPE inside', wrapSvg(`<!DOCTYPE svg>${pathElement}`), 'DOCTYPE'],
  ['a DOCTYPE at its end', `${wrapSvg(pathElement)}<!DOCTYPE svg>`, 'DOCTYPE'],
  ['an entity that it declares', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${wrapSvg('&a;')}`, 'DOCTYPE'],
  ['an entity', wrapSvg('<title>&nbsp;</title>'), '&nbsp;'],
  ['a numeric character reference', wrapSvg('<path fill="&#117;rl(x)"/>'), '&#117;'],
  ['an ampersand', wrapSvg('<title>A & B</title>'), 'entity'],
  ['CDATA', wrapSvg('<title><![CDATA[<script>]]></title>'), 'CDATA'],
  ['a processing instruction', `<?xml-stylesheet href="x.css"?>${wrapSvg(pathElement)}`, 'Processing'],
  ['a comment in a comment', wrapSvg('<!-- a -- b -->'), 'cannot be read'],
  ['text between elements', wrapSvg('alert(1)'), 'Text inside'],
  ['an element in a title', wrapSvg('<title><g/></title>'), '<title>'],
  ['a text without elements', 'hello', 'not one <svg>'],
  ['an empty text', ' ', 'not one <svg>'],
  ['two pictures', wrapSvg(pathElement) + wrapSvg(pathElement), 'not one <svg>'],
  ['a text after its end', `${wrapSvg(pathElement)}x`, 'not one <svg>'],
  ['HTML', '<html xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>', 'begin with <svg>'],
  ['no namespace', '<svg viewBox="0 0 8 8"/>', 'xmlns'],
  ['another namespace at the root', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 8 8"/>', 'xmlns'],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="100%"/>', 'viewBox'],
  ['a missing end tag', openingTag, 'not closed'],
  ['an extra end tag', `${wrapSvg(pathElement)}</svg>`, 'no beginning'],
  ['end tags in the wrong order', wrapSvg('<g><defs></g></defs>'), 'no beginning'],
  ['an attribute twice', wrapSvg('<path d="M0 0" d="M1 1"/>'), 'twice'],
  ['an attribute without quotes', wrapSvg('<path d=M0/>'), 'cannot be read'],
  ['an attribute without a value', wrapSvg('<path hidden/>'), 'cannot be read'],
  ['a broken element', wrapSvg('<path d="<script>"/>'), 'cannot be read'],
  ['too deeply nested elements', wrapSvg(`${'<g>'.repeat(40)}${'</g>'.repeat(40)}`), 'nested'],
  ['too many elements', wrapSvg('<g/>'.repeat(501)), 'elements'],
  [
    'a gradient that refers to the one around it',
    wrapSvg(
      '<linearGradient id="a"><linearGradient href="#b"/></linearGradient><linearGradient id="b"><stop/><linearGradient href="#a"/></linearGradient>',
    ),
    'in a gradient',
  ],
  [
    'gradients in a stop',
    wrapSvg('<linearGradient id="a"><stop><radialGradient href="#a"/></stop></linearGradient>'),
    'in a gradient',
  ],
  [
    'gradients that repeat 30 others each',
    wrapSvg(
      `<linearGradient id="a0"><g/></linearGradient>${Array.from({ length: 13 }, (_, level) => `<linearGradient id="a${level + 1}">${`<linearGradient href="#a${level}"/>`.repeat(30)}</linearGradient>`).join('')}`,
    ),
    'in a gradient',
  ],
  [
    'a gradient of large colours that others repeat',
    wrapSvg(
      `<style>.a{fill:${'a'.repeat(10_000)}}</style><linearGradient id="a">${'<stop class="a"/>'.repeat(240)}</linearGradient>${'<linearGradient href="#a"/>'.repeat(240)}`,
    ),
    '32 KiB',
  ],
  ['more than 32 KiB', wrapSvg(`<path d="${'M0 0 '.repeat(7000)}"/>`), '32 KiB'],
];

test.each(refusedPictures)(
  'a picture with %s is refused with a message that says why (T258)',
  (_, svg, messagePart) => {
    expect(() => acceptSvg(svg)).toThrow(messagePart);
  },
);

const root = 'xmlns="http://www.w3.org/2000/svg"';
const size = 'viewBox="0 0 20 20"';
const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';

/** Pictures in the forms that drawing programs write. Each shows the same shape, which is a path. */
const exportedPictures: [program: string, createSvg: (path: string) => string][] = [
  [
    'many programs, with xlink',
    (path) =>
      `<svg ${root} xmlns:xlink="http://www.w3.org/1999/xlink" ${size}><path d="${path}" fill="#c62a32"/></svg>`,
  ],
  [
    'Inkscape, as plain SVG',
    (path) =>
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape -->\n<svg ${size} ${root} xmlns:svg="http://www.w3.org/2000/svg"><defs/><path style="fill:#c62a32;-inkscape-font-specification:Sans" d="${path}"/></svg>`,
  ],
  [
    'Inkscape',
    (path) =>
      `<svg ${size} sodipodi:docname="logo.svg" inkscape:version="1.3" ${root} xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><sodipodi:namedview pagecolor="#ffffff"><inkscape:grid type="xygrid"/></sodipodi:namedview><metadata><rdf:RDF><rdf:li>logo</rdf:li></rdf:RDF></metadata><path fill="#c62a32" d="${path}" inkscape:connector-curvature="0"/></svg>`,
  ],
  [
    'Illustrator',
    (path) =>
      `<?xml version="1.0" encoding="utf-8"?>\n${doctype}\n<svg version="1.1" id="Layer_1" ${root} xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" ${size} style="enable-background:new 0 0 20 20;" xml:space="preserve"><style type="text/css">\n\t.st0{fill:#C62A32;}\n</style><path class="st0" d="${path}"/></svg>`,
  ],
  [
    'Illustrator, for screens',
    (path) =>
      `<svg id="a" data-name="Layer 1" ${root} ${size}><defs><style>.cls-1,.cls-2{fill:#000}.cls-1{fill:#c62a32}</style></defs><path class="cls-1" d="${path}"/></svg>`,
  ],
  [
    'CorelDRAW',
    (path) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n<!-- Creator: CorelDRAW -->\n<svg ${root} xml:space="preserve" width="20mm" height="20mm" style="shape-rendering:geometricPrecision; text-rendering:geometricPrecision; image-rendering:optimizeQuality; fill-rule:evenodd; clip-rule:evenodd" ${size} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xodm="http://www.corel.com/coreldraw/odm/2003"><defs><style type="text/css"><![CDATA[ .fil0 {fill:#C62A32} ]]></style></defs><g id="Layer_x0020_1"><metadata id="CorelCorpID_0Corel-Layer"/><path class="fil0" d="${path}"/></g></svg>`,
  ],
  [
    'Figma',
    (path) =>
      `<svg width="20" height="20" ${size} fill="none" ${root}><mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="20" height="20"><rect width="20" height="20" fill="white"/></mask><g mask="url(#mask0_1_2)" clip-path="url(#clip0)"><path fill-rule="evenodd" clip-rule="evenodd" d="${path}" fill="#C62A32"/></g><defs><clipPath id="clip0"><rect width="20" height="20" fill="white"/></clipPath></defs></svg>`,
  ],
  [
    'Sketch, with a label',
    (path) =>
      `<svg ${size} ${root} xmlns:sketch="http://www.bohemiancoding.com/sketch/ns" aria-label="Basics" focusable="false"><g sketch:type="MSLayerGroup"><path d="${path}" fill="#C62A32" font-family="none" data-part="1"/></g></svg>`,
  ],
];

/** Twenty shapes, with all commands of a path and the ways in which drawing programs write numbers. */
const shapes = [
  'M2 2h16v16H2z',
  'M2,2 L18,2 L18,18 L2,18 Z',
  'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  'M10,2c4.4,0,8,3.6,8,8s-3.6,8-8,8s-8-3.6-8-8S5.6,2,10,2z',
  'M.5.5 19.5.5 19.5 19.5.5 19.5z',
  'm2 2 16 0 0 16 -16 0z',
  'M2 10q4-8 8 0t8 0',
  'M2 10Q6 2 10 10T18 10V18H2Z',
  'M1e1 2e0L1.8e1 18 2 1.8e1z',
  'M10 2l2.4 5 5.6.8-4 3.9 1 5.5-5-2.6-5 2.6 1-5.5-4-3.9 5.6-.8z',
  'M2.000000,2.000000 L18.000000,2.000000 L10.000000,18.000000 Z',
  'M-2-2L22-2L22 22L-2 22z',
  'M+2+2L18 2 10 18z',
  'M2 2h6v6H2zM12 2h6v6h-6zM2 12h6v6H2zM12 12h6v6h-6z',
  'M2\n2\nL18\n2\nL10\n18\nZ',
  'M 2 , 2 L 18 , 2 L 10 , 18 Z',
  'M10 18S2 12 2 7a4 4 0 0 1 8-2 4 4 0 0 1 8 2c0 5-8 11-8 11z',
  'M10 2A8 8 0 0118 10A8 8 0 0110 18z',
  'M4 4l12 12M16 4L4 16',
  'M10.0001 2.9999c-.00012.5.3.00004-.5 1.25',
];

test.each(exportedPictures)(
  'twenty pictures of %s are accepted, and only shapes and colours remain',
  (_, createSvg) => {
    expect(new Set(shapes).size).toBe(20);
    for (const path of shapes) {
      const acceptedSvg = acceptSvg(createSvg(path));
      expect(acceptedSvg).toMatch(/<path [^>]*fill="#c62a32"/i);
      expect(acceptedSvg).toContain(`d="${path}"`);
      expect(acceptedSvg).not.toMatch(/style|class|inkscape|sodipodi|rdf|xlink|DOCTYPE|sketch|aria|data-/);
      expect(acceptSvg(acceptedSvg)).toBe(acceptedSvg);
    }
  },
);

test('a picture without a viewBox gets one of its size in pixels', () => {
  const open = (attributes: string) => acceptSvg(`<svg ${root} ${attributes}>${pathElement}</svg>`);
  expect(open('width="245px" height="90"')).toContain('viewBox="0 0 245 90"');
  expect(open('width="25.4mm" height=".5in"')).toMatch(/viewBox="0 0 96(?:\.0+\d*)? 48"/);
});

test('a gradient gets the colours and the places of the gradient to which it refers', () => {
  const stops = '<stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#c62a32"/>';
  const svg = wrapSvg(
    `<linearGradient id="b" xlink:href="#c" x1="2" gradientUnits="userSpaceOnUse"/><linearGradient id="c" x1="1" x2="9" href="#d"/><linearGradient id="d">${stops}</linearGradient>`,
  );
  const accepted = acceptSvg(svg);
  expect(accepted).not.toContain('href');
  expect(accepted).toMatch(
    new RegExp(
      `<linearGradient [^>]*x1="2"[^>]*>${stops}</linearGradient>.*<linearGradient [^>]*x1="1"[^>]*>${stops}<`,
    ),
  );
  expect(/<linearGradient [^>]*id="b"[^>]*>/.exec(accepted)?.[0]).toContain('x2="9"');
  expect(acceptSvg(accepted)).toBe(accepted);
});

test('unused definitions and names of layers in other letters are left out', () => {
  const unusedParts = '<defs><marker id="m"><path/></marker><pattern id="p"/><symbol id="s"/><filter id="f"/></defs>';
  expect(acceptSvg(wrapSvg(`${unusedParts}<g id="Слой_1">${pathElement}</g>`))).toBe(
    wrapSvg(`<defs/><g>${pathElement}</g>`),
  );
});

test('the style of an element wins over its class, and a class over an attribute', () => {
  const svg = wrapSvg('<style>.a{fill:red;stroke:red}</style><path fill="blue" class="a" style="stroke:lime"/>');
  expect(acceptSvg(svg)).toBe(wrapSvg('<path fill="red" stroke="lime"/>'));
});
