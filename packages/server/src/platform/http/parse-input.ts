import { createTooLongMessage } from '@basics/contract/sign-in-messages.ts';
import { limits } from '@basics/contract/limits.ts';
import { translateMessage } from '@basics/contract/translate-message.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import type * as z from 'zod/mini';
import { invalid, problem } from '#server/platform/problem.ts';

type Schema = z.ZodMiniType | undefined;

/** Parses path parameters; an invalid parameter is answered with 404. */
export function parseParams(shape: Schema, input: unknown): unknown {
  const parseResult = shape?.safeParse(input);
  if (!parseResult) return undefined;
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

/**
 * Parses a body by the schema of the API contract. A wrong value is answered with 422 and the path of its field. A call that declares no
 * body accepts only an empty one.
 */
export function parseBody(shape: Schema, input: unknown): unknown {
  if (measureDepth(input) > limits.body.depth) throw problem('MALFORMED');
  if (shape) return parseOrThrow(shape, input);
  if (input !== undefined && !isObject(input)) throw problem('MALFORMED');
  refuseUnknownFields(Object.keys(input ?? {}));
  return undefined;
}

function parseOrThrow(shape: z.ZodMiniType, input: unknown): unknown {
  const parseResult = parseShape(shape, input);
  if ('value' in parseResult) return parseResult.value;
  // If the input itself has the wrong type, there is no field to name, so the whole input is malformed.
  throw '' in parseResult.fields ? problem('MALFORMED') : invalid(parseResult.fields);
}

/** Parses an input. Returns the parsed value, or the messages for wrong fields; the keys are the paths of the fields. */
export function parseShape<T>(
  shape: z.ZodMiniType<T>,
  input: unknown,
): { value: T } | { fields: Record<string, string> } {
  const parseResult = shape.safeParse(input);
  const fields = parseResult.success
    ? findUnstorableTexts(parseResult.data, [])
    : toFieldMessages(parseResult.error.issues);
  return parseResult.success && Object.keys(fields).length === 0 ? { value: parseResult.data } : { fields };
}

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
  const unknownFields = names.slice(0, maxReportedFields).map((name) => [name, fieldMessages.unknownField]);
  if (unknownFields.length > 0) throw invalid(Object.fromEntries(unknownFields));
}

/** The maximum number of wrong fields that a response reports; no form has so many fields. */
const maxReportedFields = 100;

/** Returns the first message for each wrong field; the keys are the paths of the fields. */
function toFieldMessages(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>();
  const addMessage = (path: readonly PropertyKey[], message: string) => {
    const name = path.map(String).join('.');
    if (!fields.has(name) && fields.size < maxReportedFields) fields.set(name, message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) addMessage([...issue.path, key], fieldMessages.unknownField);
    else addMessage(issue.path, findMessage(issue) ?? fieldMessages.notAllowed);
  }
  return Object.fromEntries(fields);
}

/** Returns the message of an issue in the active language; undefined for a message of zod, which the API contract does not define. */
function findMessage(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'too_big' && issue.message === createTooLongMessage(Number(issue.maximum))) return issue.message;
  return translateMessage(issue.message);
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
