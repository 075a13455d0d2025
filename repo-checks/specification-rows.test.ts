import { expect, test } from 'vitest';
import { readSpecificationRows, readTitles } from './specification-rows.ts';

const specificationText = `# A heading

- **1.a_b** Words with \\*marks\\* and _others_.
  - Tests: T017, T203
- **2.call:PUT /user/{id}** Words.

## Another heading

- **3.c** Words.
  - no test at all
`;

test('`readSpecificationRows` returns the rows of a document with their tests, without Markdown escapes', () => {
  expect(readSpecificationRows(specificationText)).toEqual([
    {
      id: '1.a_b',
      ruleText: 'Words with *marks* and _others_.',
      citedTests: ['T017', 'T203'],
      linesWithoutTest: [],
    },
    { id: '2.call:PUT /user/{id}', ruleText: 'Words.', citedTests: [], linesWithoutTest: [] },
    { id: '3.c', ruleText: 'Words.', citedTests: [], linesWithoutTest: ['  - no test at all'] },
  ]);
});

test('`readTitles` returns the titles of all tests in a file, in every form of `test` and `it`, and no other text', () => {
  const testSource = `
    test('a title in single quotes', () => {});
    it("a title with 'quotes'", () => {});
    describe('a group of tests', () => { test.each([['x']])('of a %s', (each) => {}); });
    test.for(cases)(
      'on lines of its own',
      () => {},
    );
    for (const who of people) test(\`\${who.name('x')} comes in\`, async ({ page }) => {});
    test.each\`a\`('of a table', () => {});
    // test('in a comment', () => {});
    expect(pattern.test('no title')).toBe(true);
    fill('nothing');
  `;
  expect(readTitles('e2e/a.e2e.ts', testSource)).toEqual([
    'a title in single quotes',
    "a title with 'quotes'",
    'of a %s',
    'on lines of its own',
    "${who.name('x')} comes in",
    'of a table',
  ]);
});
