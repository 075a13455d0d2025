import { describe, expect, test } from 'vitest';
import { readMarkdown, findSafeAddress, readText } from './markdown-content.tsx';

describe('findSafeAddress decides whether the address of a link is safe', () => {
  test.each([
    ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
    ['HTTP://A.example', 'http://a.example/'],
    ['mailto:help@a.example?subject=Hi', 'mailto:help@a.example?subject=Hi'],
  ])('%j is safe, because it is a web or e-mail address', (url, href) => {
    expect(findSafeAddress(url)).toBe(href);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://https://a.example/%0Aalert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'ftp://a.example',
    'view-source:https://a.example',
    'https://basics.example@evil.example',
    'https://user:secret@evil.example',
    '//evil.example',
    '/account',
    '#top',
    'https://',
    '',
  ])('%j is not safe (T223)', (url) => {
    expect(findSafeAddress(url)).toBeNull();
  });
});

test.each(['- ', '+ * ', '1. ', '>', '> - ', '[', '![', '*a **b ', '<', '_a *b ', '`', '[a](', '&amp;'])(
  'twenty thousand times %j is parsed without losing text',
  (marker) => {
    const tree = readMarkdown(`${marker.repeat((20_000 - 4) / marker.length)}\nend`);
    expect(tree.children.map(readText).join('\n')).toContain('end');
  },
);

test.each(['**a*', '*a_', '[a]'])(
  'twenty thousand characters of %j become one text, and another paragraph is still parsed',
  (marker) => {
    const dense = marker.repeat(20_000 / marker.length);
    const [paragraph] = readMarkdown(dense).children;
    expect(paragraph).toMatchObject({ type: 'paragraph', children: [{ type: 'text', value: dense }] });
    expect(readMarkdown(`${dense}\n\n*short*`).children[1]).toMatchObject({ children: [{ type: 'emphasis' }] });
  },
);

test('a long line of dashes in a code block is shown unchanged', () => {
  const [code] = readMarkdown(`\`\`\`\n${'-'.repeat(40)}\n\`\`\``).children;
  expect(code && readText(code)).toBe('-'.repeat(40));
});
