import { draftPrefix } from './forget-all-drafts.ts';

/** The unsaved input of a form: the fields that differ from the initial values, and when they were entered (ISO 8601). */
export type Draft = { at: string; fields: Readonly<Record<string, unknown>> };

/**
 * The key of a draft in the session storage, which ends with the tab. It contains the user and the path, so that another user who signs
 * in in the same tab does not see the draft.
 */
export const createDraftKey = (userId: number | null, path: string, form: string): string =>
  `${draftPrefix}${userId ?? 'anonymous'}:${path}:${form}`;

/** Reads a draft; null when no valid draft is stored. */
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

/** The fields with an initial value that differ from it, compared by value. Other fields, such as passwords, are never stored. */
export const findChangedFields = (initialValues: object, values: object): Draft['fields'] => {
  const before = new Map<string, unknown>(Object.entries(initialValues));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => before.has(name) && JSON.stringify(value) !== JSON.stringify(before.get(name)),
    ),
  );
};

/** The fields of a draft that the current form can still accept: the field exists, and its value has the same type. */
export const findRestorableFields = (initialValues: object, { fields }: Draft): Draft['fields'] => {
  const initialValuesByName = new Map<string, unknown>(Object.entries(initialValues));
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => initialValuesByName.has(name) && isSameType(initialValuesByName.get(name), value),
    ),
  );
};

/** Null and undefined are the empty values of fields that are not text. */
const isSameType = (first: unknown, second: unknown): boolean =>
  isEmpty(first) ||
  isEmpty(second) ||
  (typeof first === typeof second && Array.isArray(first) === Array.isArray(second));

const isEmpty = (value: unknown): boolean => value === null || value === undefined;
