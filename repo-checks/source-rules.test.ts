import { expect, test } from 'vitest';
import { sources, textOf } from './files.ts';
import { findingsIn } from './source-rules.ts';

test('no file violates a rule on the source text', () => {
  const findings = sources().flatMap((file) => findingsIn(file, textOf(file)));
  expect(findings.map(({ rule, file, line, text }) => `${rule}: ${file}:${line} ${text}`)).toEqual([]);
});
