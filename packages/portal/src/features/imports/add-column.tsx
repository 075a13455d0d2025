import { listImportColumns } from '@basics/contract/imports/import-columns.ts';
import type { ImportKind } from '@basics/contract/imports/imports.ts';
import { useState } from 'react';
import { imports as texts } from '#portal/texts/imports.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import styles from './imports.module.css';
import type { ColumnChoice } from './read-table.ts';

/** The columns in which two rows never have the same value on purpose. */
const ownColumns: readonly string[] = ['login', 'firstName', 'lastName', 'phone', 'account', 'name'];

type AddColumnProps = {
  kind: ImportKind;
  columns: ColumnChoice;
  onAdd: (added: { name: string; label: string; value: string }) => void;
};

/** Gives all rows the same value of a column that the file does not have, such as the country. */
export function AddColumn({ kind, columns, onAdd }: AddColumnProps) {
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
