import { expect, test } from 'vitest';
import { ApiProblem, placeFieldProblems } from './api-problem.ts';

const invalidProblem = new ApiProblem({
  code: 'INVALID',
  message: 'Some fields are missing or not valid. Correct them and try again.',
  status: 422,
  fields: { password: 'Password is required.', login: 'Login is required.', elsewhere: 'No such field.' },
});

test("the server's errors are shown at the fields of the form, and the first of these gets the focus", () => {
  const fieldErrors: unknown[] = [];
  const hasFieldError = placeFieldProblems(invalidProblem, ['login', 'password'], (...errorArguments) =>
    fieldErrors.push(errorArguments),
  );
  expect(hasFieldError).toBe(true);
  expect(fieldErrors).toEqual([
    ['login', { message: 'Login is required.' }, { shouldFocus: true }],
    ['password', { message: 'Password is required.' }, { shouldFocus: false }],
  ]);
});

test('errors for unknown fields are not shown at fields', () => {
  expect(placeFieldProblems(invalidProblem, ['country'], () => expect.unreachable())).toBe(false);
});

test('in a form with a variable number of fields, a function decides which field names exist', () => {
  const fieldErrors: unknown[] = [];
  const isPath = (fieldPath: string): fieldPath is 'elsewhere' | 'password' => fieldPath !== 'login';
  expect(placeFieldProblems(invalidProblem, isPath, (name) => fieldErrors.push(name))).toBe(true);
  expect(fieldErrors).toEqual(['password', 'elsewhere']);
});
