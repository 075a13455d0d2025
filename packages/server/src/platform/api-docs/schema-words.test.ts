import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toJsonSchema } from './named-schemas.ts';
import { createExample, listFields, describeType } from './schema-words.ts';

const schema = toJsonSchema(
  z.strictObject({
    login: z.string().check(z.maxLength(254)),
    count: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
    kind: z.enum(['asc', 'desc']),
    until: z.nullable(z.iso.date()),
    items: z.array(z.strictObject({ id: z.int(), on: z.boolean() })),
    inner: z.optional(z.strictObject({ at: z.iso.datetime() })),
  }),
  'input',
);

test('every field of a schema is described, and a nested field is named by its path', () => {
  expect(listFields(schema).map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['login', 'text, at most 254', true],
    ['count', 'whole number, 1 to 200', false],
    ['kind', '"asc" or "desc"', true],
    ['until', 'day, YYYY-MM-DD or nothing', true],
    ['items', 'list of object', true],
    ['items[].id', 'whole number', true],
    ['items[].on', 'true or false', true],
    ['inner', 'object', false],
    ['inner.at', 'moment, ISO 8601 in UTC', true],
  ]);
});

test('the fields of both variants of a union are described once', () => {
  const union = z.union([z.strictObject({ a: z.string() }), z.strictObject({ a: z.string(), b: z.literal('x') })]);
  expect(listFields(toJsonSchema(union, 'output')).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(describeType(toJsonSchema(z.literal('x'), 'output'))).toBe('"x"');
});

test('the example of a schema contains only the required fields', () => {
  expect(createExample(schema)).toEqual({
    login: '<login>',
    kind: 'asc',
    until: '<until>',
    items: [{ id: expect.any(Number), on: false }],
  });
});
