import { isIgnoredColumn, listImportColumns } from '@basics/contract/imports/import-columns.ts';
import type { ImportKind } from '@basics/contract/imports/imports.ts';
import { useState } from 'react';
import { imports as texts } from '#portal/texts/imports.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import styles from './imports.module.css';
import { listMissingColumns, type ColumnChoice, type Table } from './read-table.ts';

type ChooseColumnsProps = {
  kind: ImportKind;
  table: Table;
  columns: ColumnChoice;
  onChange: (columns: ColumnChoice) => void;
  onAdd: (added: { name: string; label: string; value: string }) => void;
};

/**
 * The column of the import for each heading of the file. The choice is open if a required column is missing. Unknown headings are named,
 * because their columns are left out.
 */
export function ChooseColumns({ kind, table, columns, onChange, onAdd }: ChooseColumnsProps) {
  const missingColumns = listMissingColumns(kind, columns);
  const isUnknown = (heading: string, index: number): boolean =>
    columns[index] === null && heading !== '' && !isIgnoredColumn(kind, heading);
  const importedCount = columns.filter((column) => column !== null).length;
  const title = texts.columns.title(importedCount, columns.length);
  const unknownHeadings = table.header.filter(isUnknown);
  return (
    <>
      <FirstRows table={table} />
      {missingColumns.length > 0 && (
        <Notice tone="warn" role="alert" title={texts.columns.missing(missingColumns.join(', '))} />
      )}
      {missingColumns.length === 0 && unknownHeadings.length > 0 && (
        <p className={styles.leftOut}>{texts.columns.leftOut(unknownHeadings.join(', '))}</p>
      )}
      <AddColumn {...{ kind, columns, onAdd }} />
      <Disclosure label={title} startsOpen={missingColumns.length > 0}>
        {() => (
          <table className={styles.columns} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.inFile}</th>
                <th scope="col">{texts.columns.inPortal}</th>
              </tr>
            </thead>
            <tbody>
              {table.header.map((heading, index) => (
                // Headings can be equal, and their order does not change.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index} data-unknown={isUnknown(heading, index) || undefined}>
                  <th scope="row">
                    <span>{heading || texts.columns.noHeading(index + 1)}</span>
                    <span className={styles.example} translate="no">
                      {table.examples[index]}
                    </span>
                  </th>
                  <td>
                    <select
                      aria-label={texts.columns.choose(heading || texts.columns.noHeading(index + 1))}
                      value={columns[index] ?? ''}
                      onChange={({ target }) => onChange(chooseColumn(columns, index, target.value))}
                    >
                      <option value="">{texts.columns.leaveOut}</option>
                      {listImportColumns(kind).map(({ name, label }) => (
                        <option key={name} value={name}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Disclosure>
    </>
  );
}

/** The columns in which two rows never have the same value on purpose. */
const ownColumns: readonly string[] = ['login', 'firstName', 'lastName', 'phone', 'account', 'name'];

type AddColumnProps = {
  kind: ImportKind;
  columns: ColumnChoice;
  onAdd: (added: { name: string; label: string; value: string }) => void;
};

/** Gives all rows the same value of a column that the file does not have, such as the country. */
function AddColumn({ kind, columns, onAdd }: AddColumnProps) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const absentColumns = listImportColumns(kind).filter(
    (column) => !columns.includes(column.name) && !ownColumns.includes(column.name),
  );
  const column = absentColumns.find((absentColumn) => absentColumn.name === name);
  if (absentColumns.length === 0) return null;
  return (
    <form
      className={styles.addColumn}
      onSubmit={(event) => {
        event.preventDefault();
        if (column && value.trim() !== '') onAdd({ name, label: column.label, value: value.trim() });
        setName('');
        setValue('');
      }}
    >
      <Select
        label={texts.columns.absent}
        placeholder={texts.columns.none}
        options={absentColumns.map((absentColumn) => ({ value: absentColumn.name, label: absentColumn.label }))}
        value={column ? name : ''}
        onChange={({ target }) => setName(target.value)}
      />
      {column && (
        <>
          <TextField
            label={texts.columns.allGet}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <Button type="submit" disabled={value.trim() === ''}>
            {texts.columns.set}
          </Button>
        </>
      )}
    </form>
  );
}

/** The first rows as they are in the file, so that the user sees which file it is and whether its letters and columns are right. */
const FirstRows = ({ table: { header, firstRows } }: { table: Table }) => (
  // With the focus, the keys scroll a wide table.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={styles.firstRows} aria-label={texts.columns.firstRows} tabIndex={0} translate="no">
    <table>
      <thead>
        <tr>
          {header.map((heading, index) => (
            // Headings can be equal, and their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            <th key={index} scope="col">
              {heading || texts.columns.noHeading(index + 1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {firstRows.map((cells, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <tr key={row}>
            {cells.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** Changes the column of one heading. Another heading that had this column is left out. */
const chooseColumn = (columns: ColumnChoice, changedIndex: number, chosenColumn: string): ColumnChoice =>
  columns.map((column, index) => {
    if (index === changedIndex) return chosenColumn || null;
    return column === chosenColumn ? null : column;
  });
