import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { createPasswordMarks } from './passwords.ts';

const password = 'Quartz-Lantern-27';
const hour = hours(500_000);
const markPassword = createPasswordMarks(new Uint8Array(32));

test('the mark (short keyed hash) of a password stays the same within an hour, and changes an hour later or with another key', () => {
  expect(markPassword(password, hour)).toBe(markPassword(password, hour + minutes(59)));
  const otherMarks = [
    markPassword(`${password} `, hour),
    markPassword(password, hour + hours(1)),
    createPasswordMarks(new Uint8Array(32).fill(1))(password, hour),
  ];
  for (const otherMark of otherMarks) expect(otherMark).not.toBe(markPassword(password, hour));
});

test('a password mark has 20 bits, and no hash of the password without a key contains it', () => {
  const marks = Array.from({ length: 100 }, (_, index) => markPassword(`${password}${index}`, hour));
  for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{5}$/);
  expect(new Set(marks).size).toBeGreaterThan(90);
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
    expect(createHash(algorithm).update(password).digest('hex')).not.toContain(markPassword(password, hour));
});
