import { expect, test } from 'vitest';
import { readText } from './files.ts';
import { mutations } from './mutations/table.ts';

test('the table of planted faults has at least 40 faults, and each fault once', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(40);
  expect(new Set(mutations.map(({ file, search }) => `${file} ${search}`)).size).toBe(mutations.length);
});

test.each(mutations.map((mutation) => [mutation.fault, mutation] as const))(
  'the text that is replaced occurs once, and the test exists: %s',
  (_, { file, search, replacement, test: { file: testFile, title } }) => {
    expect(readText(file).split(search)).toHaveLength(2);
    expect(replacement).not.toBe(search);
    expect(title).not.toBe('');
    expect(readText(testFile).includes(title), `${testFile} has no test: ${title}`).toBe(true);
  },
);
