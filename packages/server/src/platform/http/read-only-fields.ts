import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import { invalid } from '#server/platform/problem.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { parseShape } from './parse-input.ts';

/** Returns the messages for read-only fields whose sent values differ from the current record; the keys are the paths of the fields. */
type FaultFinder = (current: unknown) => Record<string, string>;

/** The part of an input that may be written, and a function that checks the rest; the function is absent if there is no rest. */
type Separated = { writable: unknown; findFaults?: FaultFinder };

/**
 * Separates the read-only fields from a body that contains a record as the client has read it. A field is read-only if the record has it and
 * the body does not declare it. A null that the body does not allow, but that the record may have, counts as read-only too. Fields that
 * neither declares stay in the body, so that they are refused. Read-only fields never reach the code that writes.
 */
export function separateReadOnly(
  input: unknown,
  bodySchema: z.core.$ZodType | undefined,
  recordSchema: z.core.$ZodType | undefined,
  path = '',
): Separated {
  const body = bodySchema && unwrap(bodySchema);
  const record = recordSchema && unwrap(recordSchema);
  if (body?.type === 'array' && record?.type === 'array' && Array.isArray(input))
    return separateItems(input, { body: body.element, record: record.element, path });
  if (body?.type !== 'object' || record?.type !== 'object' || !isObject(input)) return { writable: input };
  const writable: Record<string, unknown> = {};
  const finders: FaultFinder[] = [];
  for (const [name, value] of Object.entries(input)) {
    const bodyField = Object.hasOwn(body.shape, name) ? body.shape[name] : undefined;
    const recordField = Object.hasOwn(record.shape, name) ? record.shape[name] : undefined;
    if (recordField && (!bodyField || (value === null && !accepts(bodyField, null) && accepts(recordField, null)))) {
      finders.push(createFinder(path + name, value, (current) => readField(current, name), bodyField));
      continue;
    }
    const inner = separateReadOnly(value, bodyField, recordField, `${path}${name}.`);
    writable[name] = inner.writable;
    const { findFaults } = inner;
    if (findFaults) finders.push((current) => findFaults(readField(current, name)));
  }
  return { writable, ...combine(finders) };
}

/** Throws INVALID if there is a fault. */
export function requireNoFaults(faults: Record<string, string>): void {
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

type ItemSchemas = { body: z.core.$ZodType; record: z.core.$ZodType; path: string };

/** Separates the items of a list. The current value of an item is the item of the record with the same id. */
function separateItems(input: readonly unknown[], { body, record, path }: ItemSchemas): Separated {
  const items = input.map((item, index) => separateReadOnly(item, body, record, `${path}${index}.`));
  const finders = items.flatMap(({ findFaults }, index) =>
    findFaults ? [(current: unknown) => findFaults(findWithId(current, readField(input[index], 'id')))] : [],
  );
  return { writable: items.map(({ writable }) => writable), ...combine(finders) };
}

const findWithId = (list: unknown, id: unknown): unknown =>
  Array.isArray(list) ? list.find((item: unknown) => readField(item, 'id') === id) : undefined;

function createFinder(
  path: string,
  sent: unknown,
  readCurrent: (current: unknown) => unknown,
  bodyField: z.core.$ZodType | undefined,
): FaultFinder {
  return (current) => {
    if (isDeepStrictEqual(trimTexts(sent), trimTexts(readCurrent(current)))) return {};
    return { [path]: findNullFault(bodyField) ?? serverTexts().fieldFaults.changedReadOnly() };
  };
}

/** Returns the message for a null in a field that can be written; undefined for a field that cannot. */
function findNullFault(bodyField: z.core.$ZodType | undefined): string | undefined {
  if (!bodyField) return undefined;
  const parseResult = parseShape(bodyField, null);
  return 'fields' in parseResult ? parseResult.fields[''] : undefined;
}

const combine = (finders: readonly FaultFinder[]): Pick<Separated, 'findFaults'> =>
  finders.length === 0
    ? {}
    : { findFaults: (current) => Object.assign({}, ...finders.map((findFaults) => findFaults(current))) };

/** Returns the schema of the value itself, without the wrappers for absent values, defaults and transformations. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  // A schema of zod is one of these types, which its own type does not say (https://zod.dev/library-authors).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return unwrap(def.innerType);
  return def.type === 'pipe' ? unwrap(def.in) : def;
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  const parseResult = schema._zod.run({ value, issues: [] }, { async: false });
  return !(parseResult instanceof Promise) && parseResult.issues.length === 0;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readField = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Removes the white space around all texts of a value, because clients trim the texts that they send. */
function trimTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimTexts(inner)]));
}
