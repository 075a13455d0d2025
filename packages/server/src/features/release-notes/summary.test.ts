import { expect, test } from 'vitest';
import { summarise } from './summary.ts';

test.each([
  ['# New\n\nFaster *now*.', 'New Faster now.'],
  ['Read **all** of `basics status`.', 'Read all of basics status.'],
  ['- one\n- two\n  1. three', '• one • two • three'],
  ['> said\n> so', 'said so'],
  ['See [the page](https://a.example/x_y "title") and ![a plan](plan.png).', 'See the page and a plan.'],
  ['[this][that]\n\n[that]: https://a.example', 'this'],
  ['<https://a.example>', 'https://a.example'],
  ['New\n===\ntext\n\n***\n\nmore', 'New text more'],
  ['```ts\nlet a = 1;\n```', 'let a = 1;'],
  ['2 * 3 = 6, snake_case stays, \\*so does this\\*', '2 * 3 = 6, snake_case stays, *so does this*'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a\r\nb', 'a b'],
  ['', ''],
])('the summary of %j is %j', (markdown, words) => {
  expect(summarise(markdown)).toBe(words);
});

test('a long text is cut after a whole word and ends with an ellipsis', () => {
  const summary = summarise('Basics opens large layouts faster, '.repeat(30));
  expect(summary).toMatch(/ (large|layouts|faster|opens|Basics)…$/);
  expect(summary.length).toBeLessThanOrEqual(301);
  expect(summarise('x'.repeat(400))).toHaveLength(301);
});

test('a character of two code units is not cut in two', () => {
  expect(summarise(`x${'😀'.repeat(200)}`)).toBe(`x${'😀'.repeat(149)}…`);
});

test.each(['[', '![', '*', '_', '`', '>', '- ', '[a](', '\\', '<https:', '~', '#', '1. ', '[a][', ' '])(
  '20,000 characters of %j are summarised in linear time (T338)',
  (markup) => {
    expect(summarise(markup.repeat(20_000 / markup.length)).length).toBeLessThanOrEqual(301);
  },
);

test('underscores inside a word are kept', () => {
  const line = `a${'_'.repeat(19_998)}b`;
  expect(summarise(Array.from({ length: 20 }, () => line).join('\n'))).toMatch(/^a_+/);
});
