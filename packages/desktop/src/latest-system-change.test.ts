import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNewestChange } from './latest-system-change.ts';

test('the newest file of a folder shows the time that the clock has reached; a missing folder is ignored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basics-newest-'));
  writeFileSync(join(folder, 'log'), '');
  utimesSync(join(folder, 'log'), 1_900_000_000, 1_900_000_000);
  utimesSync(folder, 1_800_000_000, 1_800_000_000);
  expect(findNewestChange([folder, join(folder, 'missing')])).toBe(1_900_000_000);
  expect(findNewestChange([join(folder, 'missing')])).toBe(0);
  rmSync(folder, { recursive: true });
});
