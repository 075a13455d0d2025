import { exportOnlyColumns, importColumns } from '@basics/contract/imports/import-columns.ts';
import { findCountryName } from '#server/platform/countries/countries.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { mapBatches, type Cell, type CsvTable } from './csv.ts';

/**
 * Returns a table with the words of the portal for people: its headings, and the words for statuses, profiles and countries. Headings of
 * columns that an import reads are the labels of the import, so that the file can be imported.
 */
export function translateTable({ name, columns, batches }: CsvTable): CsvTable {
  const labels = findLabels(name.replace(/-\d{4}-.*$/, ''));
  const words = columns.map((column) => findWords(labels.list, column));
  return {
    name,
    columns: columns.map((column) => labels.headings[column] ?? column),
    batches: mapBatches(batches, (rows) =>
      rows.map((cells) => cells.map((cell, index) => translateCell(cell, words[index]))),
    ),
  };
}

type Translate = (text: string) => string | undefined;

const translateCell = (cell: Cell, translate: Translate | undefined): Cell =>
  typeof cell === 'string' ? (translate?.(cell) ?? cell) : cell;

/** The names of the exported files whose columns an import reads. */
const importedLists = { users: 'users', 'country-salesman': 'assignments', 'crm-accounts': 'crmAccounts' } as const;

const isImportedList = (list: string): list is keyof typeof importedLists => list in importedLists;

function findLabels(list: string): { list: string; headings: Readonly<Record<string, string>> } {
  const { csvHeadings } = serverTexts();
  if (!isImportedList(list)) return { list, headings: csvHeadings() };
  const kind = importedLists[list];
  const importLabels = Object.entries(importColumns[kind]).map(([column, { label }]) => [column, label]);
  return { list, headings: { ...csvHeadings(), ...Object.fromEntries(importLabels), ...exportOnlyColumns[kind] } };
}

function findWords(list: string, column: string): Translate | undefined {
  if (column === 'country') return findCountryName;
  const words = serverTexts().csvWords(list)[column];
  return words && ((text) => words[text]);
}
