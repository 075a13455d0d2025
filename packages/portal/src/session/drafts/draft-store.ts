import { draftPrefix } from './forget-all-drafts.ts';

/** The unsaved input of a form: the fields that differ from the initial values, and when they were entered (ISO 8601). */
export type Draft = { at: string; fields: Readonly<Record<string, unknown>> };

/**
 * The key of a draft in the session storage, which ends with the tab. It contains the user and the path, so that another user who signs
 * in in the same tab does not see the draft.
 */
export const createDraftKey = (userId: number | null, path: string, form: string): string =>
  `${draftPrefix}${userId ?? 'anonymous'}:${path}:${form}`;

/** Null when nothing valid is stored. */
export function readDraft(key: string): Draft | null {
  const stored = sessionStorage.getItem(key);
  return stored === null ? null : parseDraft(stored);
}

function parseDraft(stored: string): Draft | null {
  const draft = parseJson(stored);
  if (typeof draft !== 'object' || draft === null || !('at' in draft) || !('fields' in draft)) return null;
  const { at, fields } = draft;
  if (typeof at !== 'string' || typeof fields !== 'object' || fields === null) return null;
  return { at, fields: Object.fromEntries(Object.entries(fields)) };
}

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null; // The stored text is not JSON, so it is not a draft.
  }
}

/** Stores the changed fields; without any, it removes the draft. */
export function writeDraft(key: string, fields: Draft['fields'], at: string): void {
  if (Object.keys(fields).length === 0) removeDraft(key);
  else sessionStorage.setItem(key, JSON.stringify({ at, fields }));
}

export const removeDraft = (key: string): void => sessionStorage.removeItem(key);

/** The fields of a form that differ from the initial values, compared by value. */
export const findChangedFields = (base: object, values: object): Draft['fields'] => {
  const before = new Map<string, unknown>(Object.entries(base));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name))),
  );
};

/** The fields of a draft that the current form can still accept: the field exists, and its value has the same type. */
export const findFittingFields = (base: object, { fields }: Draft): Draft['fields'] => {
  const known = new Map<string, unknown>(Object.entries(base));
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => known.has(name) && isSameType(known.get(name), value)),
  );
};

/** Null and undefined are the empty values of fields that are not text. */
const isSameType = (one: unknown, other: unknown): boolean =>
  isEmpty(one) || isEmpty(other) || (typeof one === typeof other && Array.isArray(one) === Array.isArray(other));

const isEmpty = (value: unknown): boolean => value === null || value === undefined;
