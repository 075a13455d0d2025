import { expect, test } from 'vitest';
import { brands } from '#server/database/migrations/0002-shipped-rows.data.ts';
import { green } from '#server/testing/brands.ts';
import { acceptSvg } from './accept-svg.ts';
import { startingSign } from './create-brand.ts';

const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">';
const svg = (inside: string): string => `${open}${inside}</svg>`;
const path = '<path d="M0 0h8v8H0z"/>';

test('an accepted picture is returned without comments, XML declaration and white space between elements', () => {
  expect(acceptSvg(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- a mark -->${svg(`\n  ${path}\n`)}\n`)).toBe(
    svg(path),
  );
});

test('shapes, groups, gradients and clip paths of the same picture are accepted', () => {
  const whole = svg(
    '<title>A &amp; B &lt;C&gt;</title><defs><linearGradient id="a" x1="0" gradientUnits="userSpaceOnUse"><stop offset="50%" stop-color="#fff" stop-opacity=".5"/></linearGradient><clipPath id="b"><circle r="4"/></clipPath></defs><g fill="url(#a)" clip-path="url(#b)" transform="translate(1,2) rotate(-45)"><path d="M1e-1,2 3-4z" stroke="rgb(1, 2, 3)" fill-rule="evenodd"/></g>',
  );
  expect(acceptSvg(whole)).toBe(whole);
  expect(acceptSvg(acceptSvg(whole))).toBe(whole);
});

test('the shipped pictures and the starting logo of a new brand are accepted unchanged', () => {
  for (const each of [...brands.flatMap(({ mark_svg, favicon_svg }) => [mark_svg, favicon_svg]), startingSign(green)])
    expect(acceptSvg(each)).toBe(each);
});

/** The input, and the words that the refusal must contain. */
const refused: [what: string, svg: string, words: string][] = [
  ['a script', svg('<script>alert(1)</script>'), '<script>'],
  ['a script by address', svg('<script href="//evil.example/x.js"/>'), '<script>'],
  ['a script in another case', svg('<SCRIPT>alert(1)</SCRIPT>'), '<SCRIPT>'],
  ['HTML inside', svg('<foreignObject><p>x</p></foreignObject>'), '<foreignObject>'],
  ['a picture inside', svg('<image href="//evil.example/x.png"/>'), '<image>'],
  ['a reuse', svg('<use href="#a"/>'), '<use>'],
  ['a link', svg(`<a href="javascript:alert(1)">${path}</a>`), '<a>'],
  ['an animation', svg('<rect><animate attributeName="x" onbegin="alert(1)"/></rect>'), '<animate>'],
  ['a handler that is set', svg('<rect><set attributeName="onmouseover" to="alert(1)"/></rect>'), '<set>'],
  ['a style sheet', svg('<style>*{background:url(//evil.example)}</style>'), '<style>'],
  ['a filter', svg('<filter id="a"/>'), '<filter>'],
  ['text', svg('<text>Basics</text>'), '<text>'],
  ['another namespace', svg('<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'), '<x:script>'],
  ['a picture within', svg(svg(path)), '<svg>'],
  ['an event', svg('<path d="M0 0" onload="alert(1)"/>'), 'onload'],
  ['an event at the root', svg(path).replace('viewBox', 'onload="alert(1)" viewBox'), 'onload'],
  ['an event in another case', svg('<path OnLoad="alert(1)"/>'), 'OnLoad'],
  ['a style', svg('<path style="fill:red"/>'), 'style'],
  ['a style with an address', svg('<path style="background:url(//evil.example)"/>'), 'style'],
  ['a reference', svg('<linearGradient href="#a"/>'), 'href'],
  ['an old reference', svg('<linearGradient xlink:href="//evil.example/#a"/>'), 'xlink:href'],
  [
    'a declared prefix',
    svg(path).replace('viewBox', 'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox'),
    'xmlns:xlink',
  ],
  ['a class', svg('<path class="a"/>'), 'class'],
  ['paint from elsewhere', svg('<path fill="url(//evil.example/#a)"/>'), 'fill'],
  ['paint from beside', svg('<path fill="url(evil)"/>'), 'fill'],
  ['paint from elsewhere in another case', svg('<path stroke="URL( #a )"/>'), 'stroke'],
  ['two paints', svg('<path fill="url(#a) url(//evil.example)"/>'), 'fill'],
  ['an address in a plain attribute', svg('<path transform="url(#a)"/>'), 'transform'],
  ['an address in letters', svg('<path d="javascript:alert(1)"/>'), 'attribute d'],
  ['a style behind a number', svg('<path d="M0 0; background: x"/>'), 'attribute d'],
  ['a DOCTYPE', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${svg(path)}`, 'DOCTYPE'],
  ['entities of its own', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('&a;')}`, 'DOCTYPE'],
  ['an entity', svg('<title>&nbsp;</title>'), '&nbsp;'],
  ['a letter behind a number', svg('<path fill="&#117;rl(x)"/>'), '&#117;'],
  ['an ampersand', svg('<title>A & B</title>'), 'entity'],
  ['CDATA', svg('<title><![CDATA[<script>]]></title>'), 'CDATA'],
  ['a processing instruction', `<?xml-stylesheet href="x.css"?>${svg(path)}`, 'Processing'],
  ['a comment in a comment', svg('<!-- a -- b -->'), 'cannot be read'],
  ['text between', svg('alert(1)'), 'Text inside'],
  ['an element in a title', svg('<title><g/></title>'), '<title>'],
  ['no picture', 'hello', 'not one <svg>'],
  ['nothing', ' ', 'not one <svg>'],
  ['two pictures', svg(path) + svg(path), 'not one <svg>'],
  ['something behind', `${svg(path)}x`, 'not one <svg>'],
  ['HTML', '<html xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>', 'begin with <svg>'],
  ['no namespace', '<svg viewBox="0 0 8 8"/>', 'xmlns'],
  ['another namespace at the root', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 8 8"/>', 'xmlns'],
  ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>', 'viewBox'],
  ['an end too few', open, 'not closed'],
  ['an end too many', `${svg(path)}</svg>`, 'no beginning'],
  ['ends that cross', svg('<g><defs></g></defs>'), 'no beginning'],
  ['an attribute twice', svg('<path d="M0 0" d="M1 1"/>'), 'twice'],
  ['an attribute without quotes', svg('<path d=M0/>'), 'cannot be read'],
  ['an attribute without a value', svg('<path hidden/>'), 'cannot be read'],
  ['a broken element', svg('<path d="<script>"/>'), 'cannot be read'],
  ['a nest without end', svg(`${'<g>'.repeat(40)}${'</g>'.repeat(40)}`), 'nested'],
  ['shapes without end', svg('<g/>'.repeat(501)), 'elements'],
  ['more than 32 KiB', svg(`<path d="${'M0 0 '.repeat(7000)}"/>`), '32 KiB'],
];

test.each(refused)('%s is refused with a message that names it', (_, given, words) => {
  expect(() => acceptSvg(given)).toThrow(words);
});
