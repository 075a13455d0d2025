import { expect, test } from 'vitest';
import { renderFirstText } from './first-texts.tsx';

const brand = { legalEntity: 'Basics <b>GmbH</b>', supportEmail: 'support@blue.example' };
const renderLegal = (text: string): string => renderFirstText({ kind: 'legal', document: 'terms', text, brand });

test('a legal text is rendered as Markdown, and a brand without a legal text of its own gets the standard text', () => {
  expect(renderLegal('# One\n\n**two**')).toMatch(
    /^<div class="[^"]+"><h2>One<\/h2><p><strong>two<\/strong><\/p><\/div>$/,
  );
  expect(renderLegal('')).toContain('Basics &lt;b&gt;GmbH&lt;/b&gt;');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror="alert(1)">',
  '[x](javascript:alert(1))',
  '[x](https://a.example/"onmouseover="alert(1))',
  '![x" onerror="alert(1)](x)',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '<style>p{}</style>',
])('%s becomes text, in descriptions and in titles (T062)', (injection) => {
  const html = renderFirstText({
    kind: 'notes',
    notes: [
      {
        releaseId: 1,
        title: injection,
        description: injection,
        version: injection,
        releaseDate: '2026-03-01',
        status: 'published',
        rowVersion: 1,
      },
    ],
  });
  const tags = [...html.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)];
  expect(tags.map(([, name = '']) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:script|img|style|svg|iframe)$/)]),
  );
  for (const [, , attributes = ''] of tags)
    expect(
      attributes.replaceAll(/ (?:class|id|aria-labelledby|dateTime|datetime|rel|href|translate)="[^"]*"/g, ''),
    ).toBe('');
  expect(html).not.toMatch(/href="javascript/i);
});
