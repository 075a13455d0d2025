type Values = Readonly<Record<string, unknown>> | null;

export type Change = {
  field: string;
  /** Absent where this side does not name the field. */
  before?: unknown;
  after?: unknown;
  mark: 'added' | 'removed' | 'changed' | 'same';
};

/** The fields of both sides, those of the side before first, and what became of each. */
export function changesBetween(before: Values, after: Values): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field): Change => {
    const was = before !== null && field in before;
    const is = after !== null && field in after;
    if (!is) return { field, before: before?.[field], mark: 'removed' };
    if (!was) return { field, after: after[field], mark: 'added' };
    const isSame = wordsOf(before[field]) === wordsOf(after[field]);
    return { field, before: before[field], after: after[field], mark: isSame ? 'same' : 'changed' };
  });
}

/** A value as it can be read: text as it stands, anything deeper as indented JSON; nothing is empty text. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
