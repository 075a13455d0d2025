import { isIgnoredColumn, listImportColumns } from '@basics/contract/imports/import-columns.ts';
import type { ImportKind } from '@basics/contract/imports/imports.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { AddColumn } from './add-column.tsx';
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
