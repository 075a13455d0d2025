import { describe, expect, test } from 'vitest';
import { problemBody, fillMessage, problems } from './problems.ts';
import { createSeatFacts } from '../texts/phrases.ts';
import { fieldMessages } from '../texts/field-messages.ts';

describe('the catalogue of problems', () => {
  test('the catalogue of problems gives each problem one of the allowed statuses', () => {
    for (const { status } of Object.values(problems))
      expect([400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 500, 503]).toContain(status);
    const codesWithStatus401 = Object.entries(problems).filter(([, { status }]) => status === 401);
    expect(
      codesWithStatus401.map(([code]) => code),
      'a page signs the user out at a 401, so only a lost session has it, and a key, which no page sends',
    ).toEqual(['NO_SESSION', 'KEY_REFUSED']);
  });

  test('the catalogue of problems has the messages of the specification', () => {
    const messages = new Set(Object.values(problems).map(({ message }) => message));
    for (const text of [
      'Something went wrong. Please try again later.',
      'Something is wrong with your account, contact for support.',
      'Authorization error',
      'Page not found',
      'User not found',
      'Results not found',
      "User hasn't tools and brands",
    ])
      expect(messages).toContain(text);
  });

  test('the catalogue of problems replaces every placeholder of a message, also a placeholder that occurs twice', () => {
    expect(fillMessage('CODE_INCOMPLETE', { found: 3, expected: 79 })).toBe(
      'Part of the code is missing: it has 3 of 79 characters. Copy the whole code and paste it again.',
    );
    expect(fillMessage('SEAT_LIMIT', { seats: 'All', machines: '{seats}, $& and $1' })).toContain(
      '({seats}, $& and $1)',
    );
    expect(fillMessage('NO_SESSION', {})).toBe('Authorization error');
  });

  test('the catalogue of problems counts the PCs of a licence in correct English', () => {
    expect(fillMessage('SEAT_LIMIT', createSeatFacts(1, ['DESK']))).toMatch(
      /^The one PC that you can license is in use \(DESK\)\./,
    );
    expect(fillMessage('SEAT_LIMIT', createSeatFacts(2, ['A', 'B']))).toMatch(
      /^All 2 PCs that you can license are in use \(A, B\)\./,
    );
  });

  test('the catalogue of problems describes the body of every response with a status of 400 or more', () => {
    const body = { code: 'INVALID', message: 'x', fields: { 'a.b': 'y' }, requestId: 'z' };
    expect(problemBody.parse(body)).toEqual(body);
    for (const malformed of [
      { ...body, code: 'OTHER' },
      { ...body, stack: 'x' },
      { code: 'INVALID', message: 'x' },
    ])
      expect(problemBody.safeParse(malformed).success).toBe(false);
  });
});

test('the validation messages are those of the specification', () => {
  expect(Object.values(fieldMessages)).toEqual(
    expect.arrayContaining([
      'Login is required.',
      'Password is required.',
      'Confirm Password is required.',
      'Passwords must match.',
      "Login/Email's must match.",
      'Email is required.',
      'Invalid Email format.',
      'First name is required.',
      'Last name is required.',
      'Profile is required.',
      'Brand is required.',
      'Tool is required.',
      'Country is required.',
      'Salesman is required.',
      'Reason is required.',
      'Title is required.',
      'Description is required.',
      'Version is required.',
      'Date is required.',
      'Verification code is required.',
      'Can Receive Mail is required.',
      'Password must be at least 8 characters long, with at least one number, one uppercase letter, one lowercase letter and one special character.',
    ]),
  );
});
