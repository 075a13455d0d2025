import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestIn } from './latest-change.ts';

test('the newest file of a folder shows the time that the clock has reached, and a folder that is missing says nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basics-newest-'));
  writeFileSync(join(folder, 'log'), '');
  utimesSync(join(folder, 'log'), 1_900_000_000, 1_900_000_000);
  utimesSync(folder, 1_800_000_000, 1_800_000_000);
  expect(newestIn([folder, join(folder, 'missing')])).toBe(1_900_000_000);
  expect(newestIn([join(folder, 'missing')])).toBe(0);
  rmSync(folder, { recursive: true });
});
