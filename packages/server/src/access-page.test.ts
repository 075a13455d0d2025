import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessPage } from './testing/access/access-page.ts';

test('docs/access.md is what npm run docs:access makes of the table', async () => {
  expect(await readFile(join(import.meta.dirname, '../../../docs/access.md'), 'utf8')).toBe(accessPage());
});
