import { expect, test } from 'vitest';
import { escapeHtml, html } from './formats.ts';

test('text inserted into HTML is escaped (T551)', () => {
  const unsafeText = `<script>alert("1")</script>' onload='x' &amp; \u2028`;
  const { html: markup } = html`<p title="${unsafeText}">${unsafeText}</p>`;
  expect(markup).not.toMatch(/<script|" onload|' onload/);
  expect(markup).toContain('&#60;script&#62;');
  expect(escapeHtml('a&<>"\'b')).toBe('a&#38;&#60;&#62;&#34;&#39;b');
});

test('a template inserts `Html` values without escaping them, and joins the items of a list', () => {
  const items = ['a', '<b>'].map((text) => html`<i>${text}</i>`);
  expect(html`<b>${items}</b>${3}`.html).toBe('<b><i>a</i>\n<i>&#60;b&#62;</i></b>3');
});
