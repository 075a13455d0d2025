import { expect, test } from 'vitest';
import { listSources, readText } from './files.ts';
import { findFaults } from './source-rules.ts';

test('no file violates a rule of source-rules.ts (T572)', () => {
  const findings = listSources().flatMap((file) => findFaults(file, readText(file)));
  expect(findings.map(({ rule, file, line, text }) => `${rule}: ${file}:${line} ${text}`)).toEqual([]);
});
