import { createTooLongMessage } from '@basics/contract/texts/sign-in-messages.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { englishFieldMessages, fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages, translateMessage } from '@basics/contract/texts/server-messages.ts';
import { activeLocale } from '@basics/contract/texts/in-active-language.ts';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { invalid, problem } from '#server/platform/problem.ts';
import { serverTexts } from '#server/platform/texts/language.ts';

type Schema = z.ZodMiniType | undefined;

/** Parses path parameters; an invalid parameter is answered with 404. */
export function parseParams(shape: Schema, input: unknown): unknown {
  if (!shape) return undefined;
  const parseResult = z.safeParse(shape, input);
  if (!parseResult.success || Object.keys(findUnstorableTexts(parseResult.data, [])).length > 0)
    throw problem('PAGE_NOT_FOUND');
  return parseResult.data;
}

/**
 * Parses a query, in which a dotted name such as `sort.by` is a nested field. A wrong value is answered with 422 and the path of its field.
 */
export function parseQuery(shape: Schema, input: unknown): unknown {
  const flatQuery = isObject(input) ? input : {};
  if (shape) return parseOrThrow(shape, nestFields(flatQuery));
  refuseUnknownFields(Object.keys(flatQuery));
  return undefined;
}

/** Throws MALFORMED for a body with too many levels of nesting, which could exhaust the stack. */
export function requireShallow(body: unknown): void {
  if (measureDepth(body) > limits.body.depth) throw problem('MALFORMED');
}

/**
 * Parses a body by the schema of the API contract. A wrong value is answered with 422 and the path of its field. An absent body is read as
 * an empty object if the schema requires no field. A call that declares no body accepts only an empty one.
 */
export function parseBody(shape: Schema, input: unknown): unknown {
  if (shape) return parseOrThrow(shape, input === undefined && acceptsAbsence(shape) ? {} : input);
  if (input !== undefined && !isObject(input)) throw problem('MALFORMED');
  refuseUnknownFields(Object.keys(input ?? {}));
  return undefined;
}

/** Returns whether a call needs no body, because its schema requires no field. */
export const acceptsAbsence = (shape: z.ZodMiniType): boolean => shape.safeParse({}).success;

function parseOrThrow(shape: z.core.$ZodType, input: unknown): unknown {
  const parseResult = parseShape(shape, input);
  if ('value' in parseResult) return parseResult.value;
  // If the input itself has the wrong type, there is no field to name, so the whole input is malformed.
  if ('' in parseResult.fields && !(Array.isArray(input) && shape._zod.def.type === 'array'))
    throw problem('MALFORMED');
  // The body of a bulk call is a list of ids, which has no name.
  const { '': listFault, ...fields } = parseResult.fields;
  throw invalid(listFault === undefined ? fields : { body: listFault, ...fields });
}

/** Parses an input. Returns the parsed value, or the messages for wrong fields; the keys are the paths of the fields. */
export function parseShape<T>(
  shape: z.core.$ZodType<T>,
  input: unknown,
): { value: T } | { fields: Record<string, string> } {
  const parseResult = parseInAnyCase(shape, input);
  const fields = parseResult.success
    ? findUnstorableTexts(parseResult.data, [])
    : toFieldMessages(parseResult.error.issues, shape, input);
  return parseResult.success && Object.keys(fields).length === 0 ? { value: parseResult.data } : { fields };
}

/** Parses an input in which the values of enumerations, such as a status, may be written with any upper and lower case. */
function parseInAnyCase<T>(shape: z.core.$ZodType<T>, input: unknown): z.core.util.SafeParseResult<T> {
  const parseResult = z.safeParse(shape, input);
  if (parseResult.success) return parseResult;
  const corrections = parseResult.error.issues.flatMap((issue) => {
    const value = readPath(input, issue.path);
    if (typeof value !== 'string') return [];
    const declaredValue = listAllowedValues(issue).find(
      (allowed) => String(allowed).toLowerCase() === value.toLowerCase(),
    );
    return typeof declaredValue === 'string' ? [{ path: issue.path, value: declaredValue }] : [];
  });
  if (corrections.length === 0) return parseResult;
  const correctedInput = structuredClone(input);
  for (const { path, value } of corrections)
    Reflect.set(Object(readPath(correctedInput, path.slice(0, -1))), path.at(-1) ?? '', value);
  return z.safeParse(shape, correctedInput);
}

/** The values of an enumeration, or of the field that selects the member of a union. */
function listAllowedValues(issue: z.core.$ZodIssue): readonly unknown[] {
  if (issue.code === 'invalid_value') return issue.values;
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []) : [];
}

/** Returns the value at a path of an input; undefined if there is none. */
const readPath = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (isContainer(value) ? Reflect.get(value, key) : undefined), input);

/**
 * Finds texts that contain the character U+0000, which PostgreSQL cannot store and no person types. Returns the messages for these texts;
 * the keys are the paths of the fields.
 */
function findUnstorableTexts(value: unknown, path: readonly string[]): Record<string, string> {
  if (typeof value === 'string') return value.includes('\0') ? { [path.join('.')]: fieldMessages.notAllowed } : {};
  if (typeof value !== 'object' || value === null) return {};
  const innerFaults = Object.entries(value).map(([name, inner]) => findUnstorableTexts(inner, [...path, name]));
  return Object.assign({}, ...innerFaults);
}

function refuseUnknownFields(names: readonly string[]): void {
  const unknownFields = names.slice(0, maxReportedFields).map((name) => [name, serverMessages.unknownField]);
  if (unknownFields.length > 0) throw invalid(Object.fromEntries(unknownFields));
}

/** The maximum number of wrong fields that a response reports; no form has so many fields. */
const maxReportedFields = 100;

/** Returns the first message for each wrong field; the keys are the paths of the fields. */
function toFieldMessages(
  issues: readonly z.core.$ZodIssue[],
  shape: z.core.$ZodType,
  input: unknown,
): Record<string, string> {
  const fields = new Map<string, string>();
  const addMessage = (path: readonly PropertyKey[], message: string) => {
    const name = path.map(String).join('.');
    if (!fields.has(name) && fields.size < maxReportedFields) fields.set(name, message);
  };
  for (const issue of issues.map(findInnerIssue).toSorted((one, other) => findMaximum(one) - findMaximum(other))) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) addMessage([...issue.path, key], describeUnknownField(shape, issue.path));
    else addMessage(issue.path, describeIssue(issue, readPath(input, issue.path)));
  }
  return Object.fromEntries(fields);
}

/** The maximum that a value exceeds; 0 for other issues. If a value exceeds several, the message names the smallest. */
const findMaximum = (issue: z.core.$ZodIssue): number => (issue.code === 'too_big' ? Number(issue.maximum) : 0);

/** The message for an unknown field. In the body of a list the message names the fields, because a misspelt filter is the usual reason. */
function describeUnknownField(shape: z.core.$ZodType, path: readonly PropertyKey[]): string {
  const def = readDefinition(shape);
  if (path.length > 0 || def.type !== 'object' || !('keyword' in def.shape)) return serverMessages.unknownField;
  return serverTexts().fieldFaults.unknownInList(Object.keys(def.shape).join(', '));
}

/** For a value that fits no member of a union, returns the first issue of the member whose type it has. */
function findInnerIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const innerIssue = issue.errors.flat().find(({ path }) => path.length > 0);
  return innerIssue ? { ...innerIssue, path: [...issue.path, ...innerIssue.path] } : issue;
}

/**
 * Returns the message for a wrong value. The message of the API contract is used if it fits; for an absent value it fits only if it says
 * that the field is required. The messages of zod are never used.
 */
function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const { fieldFaults } = serverTexts();
  const isAboutType = typeIssueCodes.has(issue.code);
  const isRequiredMessage = issue.message.endsWith(' is required.');
  const declaredMessage =
    issue.message === englishFieldMessages.notAllowed ? undefined : translateMessage(issue.message);
  if (isAboutType && value === undefined)
    return (isRequiredMessage && declaredMessage) || fieldFaults.required(toLabel(issue.path.at(-1)));
  if (isAboutType && value === null) return declaredMessage ?? fieldFaults.nullValue();
  if (issue.code === 'invalid_type' && (isRequiredMessage || declaredMessage === undefined))
    return findTypeFault(issue.expected);
  return declaredMessage ?? describeBound(issue) ?? fieldMessages.notAllowed;
}

/** The codes of issues that an absent value has. */
const typeIssueCodes: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

function findTypeFault(expectedType: string): string {
  const { text, number, wholeNumber, boolean, list, object } = serverTexts().fieldFaults;
  const faultByType: Readonly<Record<string, () => string>> = {
    string: text,
    number,
    int: wholeNumber,
    boolean,
    array: list,
    object,
  };
  return faultByType[expectedType]?.() ?? fieldMessages.notAllowed;
}

const formatBound = (bound: number | bigint): string => bound.toLocaleString(activeLocale());

/** Returns a message that names the bound or the values that the API contract declares; undefined if it declares none that can be named. */
function describeBound(issue: z.core.$ZodIssue): string | undefined {
  const { fieldFaults } = serverTexts();
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return createTooLongMessage(Number(issue.maximum));
    return (issue.origin === 'array' ? fieldFaults.mostEntries : fieldFaults.atMost)(formatBound(issue.maximum));
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'number' || issue.origin === 'int') return fieldFaults.atLeast(formatBound(issue.minimum));
    if (Number(issue.minimum) === 1) return fieldFaults.empty();
    return (issue.origin === 'array' ? fieldFaults.fewestEntries : fieldFaults.shortest)(formatBound(issue.minimum));
  }
  if (issue.code === 'not_multiple_of') return fieldFaults.multipleOf(formatBound(issue.divisor));
  const allowedValues = listAllowedValues(issue);
  if (allowedValues.length > 0 && allowedValues.length <= maxNamedValues)
    return fieldFaults.oneOf(allowedValues.map(String).join(', '));
  if (issue.code !== 'invalid_format') return undefined;
  const formatFaults: Readonly<Record<string, () => string>> = { date: fieldFaults.day, datetime: fieldFaults.moment };
  return formatFaults[issue.format]?.();
}

/** A message with more values, such as all actions of the audit log, would be too long to read. */
const maxNamedValues = 20;

/** Returns the name of a field in words: `validFrom` is "Valid from". */
function toLabel(name: PropertyKey | undefined): string {
  const words = String(name ?? 'body').replaceAll(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nestFields(flatQuery: Record<string, unknown>): Record<string, unknown> {
  const tree: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(flatQuery)) {
    const [head = '', ...rest] = name.split('.');
    if (rest.length === 0) tree[head] = value;
    else {
      const innerFields = tree[head];
      tree[head] = { ...(isObject(innerFields) ? innerFields : {}), [rest.join('.')]: value };
    }
  }
  return tree;
}

/** Counts the levels of nesting of a body. The function uses no recursion, so that a deep body cannot exhaust the stack. */
function measureDepth(body: unknown): number {
  let depth = 0;
  for (let level = [body].filter(isContainer); level.length > 0 && depth <= limits.body.depth; depth += 1)
    level = level.flatMap((container) => Object.values(container)).filter(isContainer);
  return depth;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export type SchemaDefinition = z.core.$ZodTypes['_zod']['def'];

/** Returns what a schema declares. */
export function readDefinition(schema: z.core.$ZodType): SchemaDefinition {
  // A schema of zod is one of these types, which its own type does not say (https://zod.dev/library-authors).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** Returns the messages for read-only fields whose sent values differ from the current record; the keys are the paths of the fields. */
export type FaultFinder = (current: unknown) => Record<string, string>;

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
function unwrap(schema: z.core.$ZodType): SchemaDefinition {
  const def = readDefinition(schema);
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return unwrap(def.innerType);
  return def.type === 'pipe' ? unwrap(def.in) : def;
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  const parseResult = schema._zod.run({ value, issues: [] }, { async: false });
  return !(parseResult instanceof Promise) && parseResult.issues.length === 0;
}

/** Returns a field of an object; undefined if the value is no object, or has no such field of its own. */
export const readField = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Removes the white space around all texts of a value, because clients trim the texts that they send. */
function trimTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimTexts(inner)]));
}
