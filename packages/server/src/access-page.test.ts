import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessPage } from './testing/access/access-page.ts';

test('docs/access.md says what the table says (npm run docs:access writes it anew)', async () => {
  expect(await readFile(join(import.meta.dirname, '../../../docs/access.md'), 'utf8')).toBe(accessPage());
});
