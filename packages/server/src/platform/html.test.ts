import { expect, test } from 'vitest';
import { escapeHtml, html } from './html.ts';

test('text inserted into HTML is escaped', () => {
  const nasty = `<script>alert("1")</script>' onload='x' &amp; \u2028`;
  const { html: made } = html`<p title="${nasty}">${nasty}</p>`;
  expect(made).not.toMatch(/<script|" onload|' onload/);
  expect(made).toContain('&#60;script&#62;');
  expect(escapeHtml('a&<>"\'b')).toBe('a&#38;&#60;&#62;&#34;&#39;b');
});

test('HTML inserted into HTML stays HTML, one part after the other', () => {
  const items = ['a', '<b>'].map((text) => html`<i>${text}</i>`);
  expect(html`<b>${items}</b>${3}`.html).toBe('<b><i>a</i>\n<i>&#60;b&#62;</i></b>3');
});
