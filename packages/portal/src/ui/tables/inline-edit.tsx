import { Pencil } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import type { Column } from './data-table.tsx';
import styles from './inline-edit.module.css';

/** Which field follows after the editor is closed: none, the next one of the row, or the previous one. */
export type EditStep = 0 | 1 | -1;

type InlineEditOptions<Row> = {
  /** The ids of the columns whose values can be changed in the list. */
  fields: readonly string[];
  keyOf: (row: Row) => number;
  isEditable: (row: Row) => boolean;
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

  /** Closes the field. The focus goes to the field that follows, or back to the link of the row. */
  function close(step: EditStep): void {
    const tableRow = document.activeElement?.closest('tr');
    const places = [...(tableRow?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])].map(
      ({ dataset }) => dataset['edit'],
    );
    const next = step === 0 ? undefined : places[places.indexOf(place ?? '') + step];
    setPlace(next ?? null);
    if (next === undefined) tableRow?.querySelector('a')?.focus();
  }

  const addEditor = (column: Column<Row>): Column<Row> => ({
    ...column,
    cell: (row) => {
      if (!isEditable(row)) return column.cell(row);
      const cellPlace = `${keyOf(row)} ${column.id}`;
      const label = texts.fieldOf(column.header, readName(row));
      return (
        <div className={styles.cell} data-edit={cellPlace}>
          {place === cellPlace ? (
            renderEditor({ row, field: column.id, label, onClose: close })
          ) : (
            <>
              <span>{column.cell(row)}</span>
              <span className={styles.pencil}>
                <IconButton
                  label={texts.edit(label)}
                  icon={<Pencil aria-hidden="true" />}
                  tabIndex={-1}
                  onClick={() => setPlace(cellPlace)}
                />
              </span>
            </>
          )}
        </div>
      );
    },
  });
  return (columns: readonly Column<Row>[]): Column<Row>[] =>
    columns.map((column) => (fields.includes(column.id) ? addEditor(column) : column));
}
