type RecordedValues = Readonly<Record<string, unknown>> | null;

export type Change = {
  field: string;
  /** The value before the change; undefined if the field did not exist. */
  before?: unknown;
  after?: unknown;
  kind: 'added' | 'removed' | 'changed' | 'same';
};

/** Compares the recorded fields before and after a change. */
export function findChanges(before: RecordedValues, after: RecordedValues): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field): Change => {
    const existedBefore = before !== null && field in before;
    const existsAfter = after !== null && field in after;
    if (!existsAfter) return { field, before: before?.[field], kind: 'removed' };
    if (!existedBefore) return { field, after: after[field], kind: 'added' };
    const isSame = formatValue(before[field]) === formatValue(after[field]);
    return { field, before: before[field], after: after[field], kind: isSame ? 'same' : 'changed' };
  });
}

/** Formats a value: text unchanged, nested values as indented JSON, a missing value as empty text. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
