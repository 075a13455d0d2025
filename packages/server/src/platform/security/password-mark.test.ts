import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hours, minutes } from '#server/platform/clock.ts';
import { createPasswordMarks } from './password-mark.ts';

const password = 'Quartz-Lantern-27';
const hour = hours(500_000);
const mark = createPasswordMarks(new Uint8Array(32));

test('equal passwords have equal marks within an hour, and others an hour later or with another key', () => {
  expect(mark(password, hour)).toBe(mark(password, hour + minutes(59)));
  const others = [
    mark(`${password} `, hour),
    mark(password, hour + hours(1)),
    createPasswordMarks(new Uint8Array(32).fill(1))(password, hour),
  ];
  for (const other of others) expect(other).not.toBe(mark(password, hour));
});

test('a mark has 20 bits and is no part of a plain hash', () => {
  const marks = Array.from({ length: 100 }, (_, each) => mark(`${password}${each}`, hour));
  for (const each of marks) expect(each).toMatch(/^[0-9a-f]{5}$/);
  expect(new Set(marks).size).toBeGreaterThan(90);
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
    expect(createHash(algorithm).update(password).digest('hex')).not.toContain(mark(password, hour));
});
