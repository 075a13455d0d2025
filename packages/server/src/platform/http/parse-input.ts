import { createEnglishTooLongMessage, createTooLongMessage } from '@basics/contract/first-words.ts';
import { limits } from '@basics/contract/limits.ts';
import { translateMessage } from '@basics/contract/words-for.ts';
import { words } from '@basics/contract/words.ts';
import type * as z from 'zod/mini';
import { invalid, problem } from '#server/platform/problem.ts';

type Shape = z.ZodMiniType | undefined;

/** Invalid path parameters are answered with 404. */
export function parseParams(shape: Shape, given: unknown): unknown {
  const parsed = shape?.safeParse(given);
  if (!parsed) return undefined;
  if (!parsed.success || Object.keys(findUnstorable(parsed.data, [])).length > 0) throw problem('PAGE_NOT_FOUND');
  return parsed.data;
}

/** Dotted names in a query are nested fields; a wrong value is reported at its field, 422. */
export function parseQuery(shape: Shape, given: unknown): unknown {
  const flat = isObject(given) ? given : {};
  if (shape) return parseOrThrow(shape, nestFields(flat));
  createUnknownFieldFaults(Object.keys(flat));
  return undefined;
}

/** Parses a body by the contract, 422 with the message at each field; a call without a body accepts none. */
export function parseBody(shape: Shape, given: unknown): unknown {
  if (measureDepth(given) > limits.body.depth) throw problem('MALFORMED');
  if (shape) return parseOrThrow(shape, given);
  if (given !== undefined && !isObject(given)) throw problem('MALFORMED');
  createUnknownFieldFaults(Object.keys(given ?? {}));
  return undefined;
}

function parseOrThrow(shape: z.ZodMiniType, given: unknown): unknown {
  const read = parseShape(shape, given);
  if ('value' in read) return read.value;
  // If the outermost type is wrong, no field can be named.
  throw '' in read.fields ? problem('MALFORMED') : invalid(read.fields);
}

/** The parsed value; or the messages by the path of each wrong field. */
export function parseShape<T>(
  shape: z.ZodMiniType<T>,
  given: unknown,
): { value: T } | { fields: Record<string, string> } {
  const parsed = shape.safeParse(given);
  const fields = parsed.success ? findUnstorable(parsed.data, []) : toFieldMessages(parsed.error.issues);
  return parsed.success && Object.keys(fields).length === 0 ? { value: parsed.data } : { fields };
}

/** Texts that contain U+0000, by their path: PostgreSQL cannot store it, and no person types it. */
function findUnstorable(value: unknown, path: readonly string[]): Record<string, string> {
  if (typeof value === 'string') return value.includes('\0') ? { [path.join('.')]: words.notAllowed } : {};
  if (typeof value !== 'object' || value === null) return {};
  const inside = Object.entries(value).map(([name, inner]) => findUnstorable(inner, [...path, name]));
  return Object.assign({}, ...inside);
}

function createUnknownFieldFaults(names: readonly string[]): void {
  const unknown = names.slice(0, maxReportedFields).map((name) => [name, words.unknownField]);
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown));
}

/** More fields than any form has: of thousands of wrong fields only the first ones are reported. */
const maxReportedFields = 100;

/** The message of each issue by the path of its field; the first one at a field is kept. */
function toFieldMessages(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>();
  const say = (path: readonly PropertyKey[], message: string) => {
    const name = path.map(String).join('.');
    if (!fields.has(name) && fields.size < maxReportedFields) fields.set(name, message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) say([...issue.path, key], words.unknownField);
    else say(issue.path, findMessage(issue) ?? words.notAllowed);
  }
  return Object.fromEntries(fields);
}

/** The message of an issue in the active language, if the contract defines it; undefined for messages of the library. */
function findMessage(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'too_big' && issue.message === createEnglishTooLongMessage(Number(issue.maximum)))
    return createTooLongMessage(Number(issue.maximum));
  return translateMessage(issue.message);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nestFields(flat: Record<string, unknown>): Record<string, unknown> {
  const tree: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(flat)) {
    const [head = '', ...rest] = name.split('.');
    if (rest.length === 0) tree[head] = value;
    else {
      const inner = tree[head];
      tree[head] = { ...(isObject(inner) ? inner : {}), [rest.join('.')]: value };
    }
  }
  return tree;
}

/** Levels of nesting, counted without recursion so that a deep body cannot exhaust the stack. */
function measureDepth(body: unknown): number {
  let depth = 0;
  for (let level = [body].filter(isContainer); level.length > 0 && depth <= limits.body.depth; depth += 1)
    level = level.flatMap((nest) => Object.values(nest)).filter(isContainer);
  return depth;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
