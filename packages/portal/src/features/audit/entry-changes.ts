import type { AuditEntry } from '@basics/contract/audit/audit.ts';
import { audit } from '#portal/texts/audit.ts';
import { userFields } from '#portal/texts/user-fields.ts';

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

/** The labels of the fields that forms have. */
export const knownFields: ReadonlyMap<string, string> = new Map(Object.entries({ ...userFields, ...audit.fields }));

/**
 * Returns the label of a recorded field: the label in forms, or else its name split into words. For example, `seatsAllowed` becomes "Seats
 * allowed", `brand_id` "Brand", and `licenses` "Licences".
 */
export function formatField(field: string): string {
  const label = field
    .replace(/(?<=.)_?I[Dd]$|_id$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace('license', 'licence')
    .trim();
  return knownFields.get(field) ?? label.charAt(0).toUpperCase() + label.slice(1);
}

/** Lists what an entry changed: only `field` if it is given, else nothing for a record that was created or deleted. */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>, field?: string): Change[] {
  const changes = findChanges(before, after).filter(({ kind }) => kind !== 'same');
  if (field !== undefined) return changes.filter((change) => change.field === field);
  return before === null || after === null ? [] : changes;
}
