import { IconButtonSpace } from '#portal/ui/buttons/button.tsx';
import { useState } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { Column } from './data-table.tsx';
import styles from './data-table.module.css';

// The choice of columns is loaded after the list, so that the list appears early.
const ColumnChoice = createLazyPart(async () => (await import('./column-choice.tsx')).ColumnChoice, { isLate: true });

/**
 * Returns the columns of a list that the user has not hidden, and the button that opens the choice of columns. The browser stores the
 * choice under the name of the list. The title of a card and the columns of buttons are always visible. `label` names the button if the
 * page has several lists.
 */
export function useShownColumns<Row>(listName: string, columns: readonly Column<Row>[], label?: string) {
  const key = `hiddenColumns:${listName}`;
  const [storedIds, setStoredIds] = useState(() => localStorage.getItem(key) ?? '');
  const hiddenIds = storedIds.split(',');
  const choosableColumns = columns.filter((column) => !isFixed(column));

  function changeColumn(columnId: string, willBeShown: boolean): void {
    // The ids of columns that the list does not have at this moment stay hidden.
    const otherIds = hiddenIds.filter((id) => id !== '' && id !== columnId);
    const ids = (willBeShown ? otherIds : [...otherIds, columnId]).join(',');
    setStoredIds(ids);
    if (ids === '') localStorage.removeItem(key);
    else localStorage.setItem(key, ids);
  }

  return {
    columns: columns.filter((column) => isFixed(column) || !hiddenIds.includes(column.id)),
    choice: (
      <OptionalPart
        placeholder={
          <span className={styles.columns}>
            <IconButtonSpace />
          </span>
        }
      >
        <ColumnChoice
          columns={choosableColumns}
          isShown={(id) => !hiddenIds.includes(id)}
          onChange={changeColumn}
          {...(label !== undefined && { label })}
        />
      </OptionalPart>
    ),
  };
}

const isFixed = <Row,>({ isCardTitle = false, header }: Column<Row>): boolean => isCardTitle || header === '';
