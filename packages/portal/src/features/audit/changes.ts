type Values = Readonly<Record<string, unknown>> | null;

export type Change = {
  field: string;
  /** The value before the change; undefined if the field did not exist. */
  before?: unknown;
  after?: unknown;
  mark: 'added' | 'removed' | 'changed' | 'same';
};

/** Compares the recorded fields before and after a change. */
export function findChanges(before: Values, after: Values): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field): Change => {
    const existedBefore = before !== null && field in before;
    const existsAfter = after !== null && field in after;
    if (!existsAfter) return { field, before: before?.[field], mark: 'removed' };
    if (!existedBefore) return { field, after: after[field], mark: 'added' };
    const isSame = formatValue(before[field]) === formatValue(after[field]);
    return { field, before: before[field], after: after[field], mark: isSame ? 'same' : 'changed' };
  });
}

/** Formats a value: text unchanged, nested values as indented JSON, a missing value as empty text. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
