import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderAccessPage } from './testing/access/access-page.ts';

test('docs/access.md is up to date with the access table (npm run docs:access)', async () => {
  expect(await readFile(join(import.meta.dirname, '../../../docs/access.md'), 'utf8')).toBe(renderAccessPage());
});
