import { findImportColumn, listImportColumns } from '@basics/contract/imports/import-columns.ts';
import type { ImportKind } from '@basics/contract/imports/imports.ts';
import * as z from 'zod/mini';
import type { ColumnChoice, Table } from './read-table.ts';

const createStorageKey = (kind: ImportKind): string => `importColumns:${kind}`;
const storedColumns = z.record(z.string(), z.string());

/** Reads the columns that the user has chosen for headings in this browser. */
export function readRememberedColumns(kind: ImportKind): Record<string, string> {
  const stored = localStorage.getItem(createStorageKey(kind));
  if (stored === null) return {};
  const names = new Set<string>(listImportColumns(kind).map(({ name }) => name));
  const columns = storedColumns.parse(JSON.parse(stored));
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => names.has(name)));
}

/** Stores in this browser the columns that the user has chosen for headings that the portal does not know. */
export function rememberColumns(kind: ImportKind, { header }: Pick<Table, 'header'>, columns: ColumnChoice): void {
  const chosenColumns = header.flatMap((heading, index) => {
    const column = columns[index] ?? null;
    return heading === '' || column === null || column === findImportColumn(kind, heading) ? [] : [[heading, column]];
  });
  const others = Object.entries(readRememberedColumns(kind)).filter(([heading]) => !header.includes(heading));
  localStorage.setItem(createStorageKey(kind), JSON.stringify(Object.fromEntries([...others, ...chosenColumns])));
}
