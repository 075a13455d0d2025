import type { User } from '@basics/contract/users/users.ts';
import type { Cell } from '#server/platform/csv/csv.ts';
import { textCell } from './user-cells.ts';
import type { Brands, CsvCell, CellReading } from './user-cells.ts';
import { fieldNames, fieldTable } from '../user-fields.ts';
import type { FieldName } from '../user-fields.ts';

/** A column of a CSV file of users: its field, and the functions with which exports write it and imports read it. */
export type CsvColumn = {
  name: string;
  field: string;
  write: (user: User) => Cell;
  read: (cell: string, brands: Brands) => CellReading;
};

// The type parameter tells the compiler that the cell and the value belong to the same field.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function createColumn<Name extends FieldName>(field: Name): CsvColumn {
  const { cell }: { cell: CsvCell<User[Name]> } = fieldTable[field];
  return {
    name: cell.header ?? field,
    field,
    write: (user) => cell.write(user[field]),
    read: cell.read,
  };
}

/**
 * The columns that exports write and imports read, in the order of the file. Exports add more columns, which imports
 * ignore.
 */
export const csvColumns: readonly CsvColumn[] = [
  { name: 'login', field: 'login', write: ({ login }) => login, read: textCell.read },
  ...fieldNames.map(createColumn),
];

/** Finds the columns with the given names; unknown names are ignored. */
export const findCsvColumns = (names: readonly string[]): CsvColumn[] =>
  csvColumns.filter(({ name }) => names.includes(name));

/** Finds the name of the column for a field path: `tools` for `tools.0.brand`. */
export function findCsvColumn(path: string): string {
  const [field = ''] = path.split('.');
  return csvColumns.find((column) => column.field === field)?.name ?? field;
}

/** Reads the fields of a row from its columns. Returns the values, and a message for each column that cannot be read. */
export function readFields(
  columns: readonly CsvColumn[],
  readCellText: (column: CsvColumn) => string,
  brands: Brands,
): { fields: Record<string, unknown>; faults: Record<string, string> } {
  const fields: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const column of columns) {
    const cellReading = column.read(readCellText(column), brands);
    if ('message' in cellReading) faults[column.name] = cellReading.message;
    else fields[column.field] = cellReading.value;
  }
  return { fields, faults };
}
