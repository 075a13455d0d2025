import { Pencil } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import type { Column } from './data-table.tsx';
import styles from './inline-edit.module.css';

/** What gets the focus after a field is closed: the row, the next or the previous field of the row, or what the user has chosen already. */
export type EditStep = 'row' | 'next' | 'previous' | 'none';

type InlineEditOptions<Row> = {
  /** The ids of the columns whose values can be changed in the list. */
  fields: readonly string[];
  keyOf: (row: Row) => number;
  isEditable: (row: Row, field: string) => boolean;
  readName: (row: Row) => string;
  /** Renders the field with the value of a cell. `label` is its accessible name. */
  renderEditor: (edited: { row: Row; field: string; label: string; onClose: (step: EditStep) => void }) => ReactNode;
};

/**
 * Lets users change values in a list. The pencil of a cell opens its field; F2 in a row opens the first one. A double click would open the
 * row instead, because a row is a link.
 */
export function useInlineEdit<Row>(options: InlineEditOptions<Row>) {
  const { fields, keyOf, isEditable, readName, renderEditor } = options;
  const [place, setPlace] = useState<string | null>(null);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== 'F2' || !(target instanceof Element)) return;
    const cell = target.closest('tr')?.querySelector<HTMLElement>('[data-edit]');
    if (!cell) return;
    event.preventDefault();
    setPlace(cell.dataset['edit'] ?? null);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  /** Closes the field at a place, and moves the focus. Another field may be open already. */
  function close(closedPlace: string, step: EditStep): void {
    const cells = [...document.querySelectorAll<HTMLElement>('[data-edit]')];
    const at = cells.findIndex(({ dataset }) => dataset['edit'] === closedPlace);
    const tableRow = cells[at]?.closest('tr');
    const neighbour = step === 'next' ? cells[at + 1] : step === 'previous' ? cells[at - 1] : undefined;
    const next = neighbour?.closest('tr') === tableRow ? neighbour?.dataset['edit'] : undefined;
    setPlace((present) => (present === closedPlace ? (next ?? null) : present));
    if (step !== 'none' && next === undefined) tableRow?.querySelector('a')?.focus();
  }

  const addEditor = (column: Column<Row>): Column<Row> => ({
    ...column,
    cell: (row) => {
      if (!isEditable(row, column.id)) return column.cell(row);
      const cellPlace = `${keyOf(row)} ${column.id}`;
      const label = texts.fieldOf(column.header, readName(row));
      return (
        <div className={joinClasses(styles.cell, place === cellPlace && styles.edited)} data-edit={cellPlace}>
          <span className={styles.value}>{column.cell(row)}</span>
          <span className={styles.pencil}>
            <IconButton
              label={texts.edit(label)}
              icon={<Pencil aria-hidden="true" />}
              tabIndex={-1}
              onClick={() => setPlace(cellPlace)}
            />
          </span>
          {place === cellPlace && (
            <div className={styles.field}>
              {renderEditor({ row, field: column.id, label, onClose: (step) => close(cellPlace, step) })}
            </div>
          )}
        </div>
      );
    },
  });
  return (columns: readonly Column<Row>[]): Column<Row>[] =>
    columns.map((column) => (fields.includes(column.id) ? addEditor(column) : column));
}
