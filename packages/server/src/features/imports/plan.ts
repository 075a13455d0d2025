import type { ImportReport, RowChange, RowError } from '@basics/contract/imports.ts';
import { limits } from '@basics/contract/limits.ts';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CsvFile, CsvRow } from '#server/platform/csv/read-csv.ts';

/** The outcome of one row of a file; `stamp` is the state of the existing data on which the outcome depends, such as its version. */
export type Step = {
  row: number;
  name: string;
  outcome: 'created' | 'changed' | 'unchanged';
  fields: RowChange['fields'];
  stamp: string | number | null;
};

export type Plan<OneStep extends Step> = { steps: readonly OneStep[]; errors: readonly RowError[] };

/** The result of a plan, in numbers and rows; nothing has been written yet. `said` is the whole request. */
export function createReport(file: CsvFile, { steps, errors }: Plan<Step>, said: unknown): ImportReport {
  const count = (outcome: Step['outcome']): number => steps.filter((step) => step.outcome === outcome).length;
  return {
    written: false,
    digest: hashRequest([said, steps.map(({ outcome, fields, stamp }) => [outcome, fields, stamp])]),
    rows: file.rows.length,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    faulty: new Set(errors.map(({ row }) => row)).size,
    ignoredColumns: [...file.ignored],
    changes: steps.flatMap(toRowChange).slice(0, limits.import.changesTold),
    errors: [...errors],
  };
}

/** The report on a file that cannot be read at all. */
export const createUnreadableReport = (errors: readonly RowError[]): ImportReport => ({
  written: false,
  digest: hashRequest(errors),
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  faulty: new Set(errors.map(({ row }) => row)).size,
  ignoredColumns: [],
  changes: [],
  errors: [...errors],
});

export function toRowChange({ row, name, outcome, fields }: Step): RowChange[] {
  return outcome === 'unchanged' ? [] : [{ row, name, outcome, fields }];
}

const hashRequest = (said: unknown): string => createHash('sha256').update(JSON.stringify(said)).digest('hex');

/** Processes many items and pauses now and then, so that other requests can run although SQLite answers without a pause. */
export async function processInTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void> | void,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    await work(item);
    if (at % itemsPerTurn === itemsPerTurn - 1) await nextTurn();
  }
}

const itemsPerTurn = 50;

/** The outcomes of all rows, each as a step or with its faults. */
export async function planEach<OneStep extends Step>(
  rows: readonly CsvRow[],
  planRow: (row: CsvRow) => OneStep | RowError[],
): Promise<Plan<OneStep>> {
  const steps: OneStep[] = [];
  const errors: RowError[] = [];
  await processInTurns(rows, (row) => {
    const planned = planRow(row);
    if (Array.isArray(planned)) errors.push(...planned);
    else steps.push(planned);
  });
  return { steps, errors };
}

/** Returns the earlier row with the same key, if there is one. */
export type DuplicateCheck = (key: string, row: number) => number | undefined;

export function createDuplicateCheck(): DuplicateCheck {
  const rows = new Map<string, number>();
  return (key, row) => {
    const twin = rows.get(key);
    if (twin === undefined) rows.set(key, row);
    return twin;
  };
}

/** Splits a list into parts of limited size, for statements that take the items as parameters. */
export const splitIntoChunks = <Item>(items: readonly Item[], size = 500): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
