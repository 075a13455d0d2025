import { expect, test } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import { placeFieldProblems } from './field-problems.ts';

const invalid = new ApiProblem({
  code: 'INVALID',
  message: 'Some fields are missing or not valid. Correct them and try again.',
  status: 422,
  fields: { password: 'Password is required.', login: 'Login is required.', elsewhere: 'No such field.' },
});

test("the server's words land at the fields of the form, and the first of them has the focus", () => {
  const placed: unknown[] = [];
  const taken = placeFieldProblems(invalid, ['login', 'password'], (...given) => placed.push(given));
  expect(taken).toBe(true);
  expect(placed).toEqual([
    ['login', { message: 'Login is required.' }, { shouldFocus: true }],
    ['password', { message: 'Password is required.' }, { shouldFocus: false }],
  ]);
});

test('words for no field of the form are not taken', () => {
  expect(placeFieldProblems(invalid, ['country'], () => expect.unreachable())).toBe(false);
});

test('fields that grow with what is typed are told by their names', () => {
  const placed: unknown[] = [];
  const isPath = (path: string): path is 'elsewhere' | 'password' => path !== 'login';
  expect(placeFieldProblems(invalid, isPath, (name) => placed.push(name))).toBe(true);
  expect(placed).toEqual(['password', 'elsewhere']);
});
