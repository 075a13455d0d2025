/** What was typed in one form and not sent: the fields that differ from what the form began with, and when (ISO 8601). */
export type Draft = { at: string; fields: Readonly<Record<string, unknown>> };

const prefix = 'draft:';

/**
 * Where the drafts of a form are kept: session storage, so that they end with the tab, by user and address. Whoever signs in as somebody
 * else in the same tab does not see them.
 */
export const draftKey = (userId: number | null, path: string, form: string): string =>
  `${prefix}${userId ?? 'anonymous'}:${path}:${form}`;

/** Null where nothing is kept, and where what is kept is no draft. */
export function readDraft(key: string): Draft | null {
  const stored = sessionStorage.getItem(key);
  return stored === null ? null : draftIn(stored);
}

function draftIn(stored: string): Draft | null {
  const draft = parsed(stored);
  if (typeof draft !== 'object' || draft === null || !('at' in draft) || !('fields' in draft)) return null;
  const { at, fields } = draft;
  if (typeof at !== 'string' || typeof fields !== 'object' || fields === null) return null;
  return { at, fields: Object.fromEntries(Object.entries(fields)) };
}

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null; // Something else was stored under our key.
  }
}

/** Keeps what differs; nothing that differs is no draft. */
export function writeDraft(key: string, fields: Draft['fields'], at: string): void {
  if (Object.keys(fields).length === 0) forgetDraft(key);
  else sessionStorage.setItem(key, JSON.stringify({ at, fields }));
}

export const forgetDraft = (key: string): void => sessionStorage.removeItem(key);

/** The fields of a form whose values differ from those it began with, by value. */
export const changedFields = (base: object, values: object): Draft['fields'] => {
  const before = new Map<string, unknown>(Object.entries(base));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name))),
  );
};

/** The fields of a draft that a form of today can still take: each exists, and its value is of the same kind. */
export const fittingFields = (base: object, { fields }: Draft): Draft['fields'] => {
  const known = new Map<string, unknown>(Object.entries(base));
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => known.has(name) && isSameKind(known.get(name), value)),
  );
};

/** Null and undefined are the empty values of fields that are not text. */
const isSameKind = (one: unknown, other: unknown): boolean =>
  isEmpty(one) || isEmpty(other) || (typeof one === typeof other && Array.isArray(one) === Array.isArray(other));

const isEmpty = (value: unknown): boolean => value === null || value === undefined;
