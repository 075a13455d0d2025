import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { openPopover } from '#portal/ui/overlays/open-popover.ts';

/** The selected rows. The rows stay selected on other pages of the list, so the rows themselves are kept. */
export type Selection<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** With `asRange`, all rows between the last changed row and this row are changed too. */
  toggle: (row: Row, asRange: boolean) => void;
  isPageSelected: boolean;
  isPagePartlySelected: boolean;
  togglePage: () => void;
  replace: (rows: readonly Row[]) => void;
};

/** `page` has the visible rows that can be selected. Escape clears the selection, unless a dialog or a popover is open, or a field has the focus. */
export function useSelection<Row>(page: readonly Row[], keyOf: (row: Row) => number): Selection<Row> {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const lastToggled = useRef<number | null>(null);
  const keys = new Set(rows.map(keyOf));
  const has = (row: Row): boolean => keys.has(keyOf(row));
  const selectedOnPage = page.filter(has);
  useEscape(rows.length > 0, () => setRows([]));

  function set(rowsToChange: readonly Row[], isOn: boolean): void {
    const changedKeys = new Set(rowsToChange.map(keyOf));
    const otherRows = rows.filter((row) => !changedKeys.has(keyOf(row)));
    setRows(isOn ? [...otherRows, ...rowsToChange] : otherRows);
  }

  function toggle(row: Row, asRange: boolean): void {
    const rowIndex = page.findIndex((pageRow) => keyOf(pageRow) === keyOf(row));
    const startIndex = page.findIndex((pageRow) => keyOf(pageRow) === lastToggled.current);
    lastToggled.current = keyOf(row);
    const isRange = asRange && startIndex !== -1;
    set(isRange ? page.slice(Math.min(startIndex, rowIndex), Math.max(startIndex, rowIndex) + 1) : [row], !has(row));
  }

  return {
    rows,
    has,
    toggle,
    isPageSelected: page.length > 0 && selectedOnPage.length === page.length,
    isPagePartlySelected: selectedOnPage.length > 0 && selectedOnPage.length < page.length,
    togglePage: () => set(page, selectedOnPage.length < page.length),
    replace: setRows,
  };
}

/** What the key closes instead. In an open dialog, the focus is outside of all controls when the focused button has disappeared. */
const openPart = `dialog:modal, ${openPopover}`;

function useEscape(isOn: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const isElsewhere = target instanceof Element && target.closest('dialog, select, input:not([type=checkbox])');
    if (key === 'Escape' && !isElsewhere && document.querySelector(openPart) === null) onEscape();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent): void => escape(event);
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
}
