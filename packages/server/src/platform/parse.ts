import { limits } from '@basics/contract/limits.ts';
import { words } from '@basics/contract/words.ts';
import type * as z from 'zod/mini';
import { invalid, problem } from './problem.ts';

type Shape = z.ZodMiniType | undefined;

/** A path whose parts do not fit leads nowhere: 404. */
export function parseParams(shape: Shape, given: unknown): unknown {
  const parsed = shape?.safeParse(given);
  if (parsed && !parsed.success) throw problem('PAGE_NOT_FOUND');
  return parsed?.data;
}

/** A query's dotted names are its nested fields; what does not fit is said at its field, 422. */
export function parseQuery(shape: Shape, given: unknown): unknown {
  const flat = isObject(given) ? given : {};
  if (shape) return accept(shape, nested(flat));
  refuseAll(Object.keys(flat));
  return undefined;
}

/** A body as the contract has it, 422 with the words at each field; a call without a body takes none. */
export function parseBody(shape: Shape, given: unknown): unknown {
  if (depthOf(given) > limits.body.depth) throw problem('MALFORMED');
  if (!shape) {
    refuseAll(isObject(given) ? Object.keys(given) : []);
    return undefined;
  }
  if (given === undefined || given === null) throw problem('MALFORMED');
  return accept(shape, given);
}

function accept(shape: z.ZodMiniType, given: unknown): unknown {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid(fieldsOf(parsed.error.issues));
}

function refuseAll(names: readonly string[]): void {
  if (names.length > 0) throw invalid(Object.fromEntries(names.map((name) => [name, words.unknownField])));
}

/** The words of each issue at the path of its field; the first one at a field stands. */
function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields = new Map<string, string>();
  const say = (path: readonly PropertyKey[], message: string) => {
    const name = path.map(String).join('.');
    if (!fields.has(name)) fields.set(name, message);
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) say([...issue.path, key], words.unknownField);
    else say(issue.path, ownWords.has(issue.message) ? issue.message : words.notAllowed);
  }
  return Object.fromEntries(fields);
}

const ownWords = new Set<string>(Object.values(words));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nested(flat: Record<string, unknown>): Record<string, unknown> {
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
function depthOf(body: unknown): number {
  let level: unknown[] = [body];
  for (let depth = 0; ; depth += 1) {
    const inside = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (inside.length === 0 || depth > limits.body.depth) return depth;
    level = inside;
  }
}
