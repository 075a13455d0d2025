import { draftPrefix } from './forget-user.ts';

/** The unsaved input of a form: the fields that differ from the initial values, and when they were entered (ISO 8601). */
export type Draft = { at: string; fields: Readonly<Record<string, unknown>> };

/**
 * The key of a draft in the session storage, which ends with the tab. The key contains the user and the path, so that another user who
 * signs in in the same tab does not see the draft.
 */
export const createDraftKey = (userId: number | null, path: string, form: string): string =>
  `${draftPrefix}${userId ?? 'anonymous'}:${path}:${form}`;

/** Reads a draft; null when no valid draft is stored. */
export function readDraft(key: string): Draft | null {
  const storedText = sessionStorage.getItem(key);
  return storedText === null ? null : parseDraft(storedText);
}

function parseDraft(storedText: string): Draft | null {
  const draft = parseJson(storedText);
  if (typeof draft !== 'object' || draft === null || !('at' in draft) || !('fields' in draft)) return null;
  const { at, fields } = draft;
  if (typeof at !== 'string' || typeof fields !== 'object' || fields === null) return null;
  return { at, fields: Object.fromEntries(Object.entries(fields)) };
}

function parseJson(storedText: string): unknown {
  try {
    return JSON.parse(storedText);
  } catch {
    return null; // The stored text is not JSON, so it is not a draft.
  }
}

/** Stores the changed fields. If no field has changed, the function removes the draft. */
export function writeDraft(key: string, fields: Draft['fields'], at: string): void {
  if (Object.keys(fields).length === 0) removeDraft(key);
  else sessionStorage.setItem(key, JSON.stringify({ at, fields }));
}

export const removeDraft = (key: string): void => sessionStorage.removeItem(key);

/** Returns the fields that have an initial value and now have a different value. Other fields, such as passwords, are never stored. */
export const findChangedFields = (initialValues: object, values: object): Draft['fields'] => {
  const initialByName = new Map<string, unknown>(Object.entries(initialValues));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => initialByName.has(name) && JSON.stringify(value) !== JSON.stringify(initialByName.get(name)),
    ),
  );
};

/** Returns the fields of a draft that the form can restore: the form still has the field, and the stored value has the same type. */
export const findRestorableFields = (initialValues: object, { fields }: Draft): Draft['fields'] => {
  const initialValuesByName = new Map<string, unknown>(Object.entries(initialValues));
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => initialValuesByName.has(name) && isSameType(initialValuesByName.get(name), value),
    ),
  );
};

/** Null and undefined are the empty values of fields that are not text. */
const isSameType = (firstValue: unknown, secondValue: unknown): boolean =>
  isEmpty(firstValue) ||
  isEmpty(secondValue) ||
  (typeof firstValue === typeof secondValue && Array.isArray(firstValue) === Array.isArray(secondValue));

const isEmpty = (value: unknown): boolean => value === null || value === undefined;
