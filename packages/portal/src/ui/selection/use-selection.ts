import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { openPopoverSelector } from '#portal/ui/popovers/anchored-popover.ts';

/** All rows that match the filters of a list, without those in `except`: what a call takes as `selection`, and how many rows that are. */
export type SelectedAll = { selection: object; count: number };

/** The selected rows. Rows stay selected when another page of the list is shown, so the whole rows are stored, and not only their ids. */
export type Selection<Row> = {
  rows: readonly Row[];
  /** Set if all rows that match are selected; then `rows` is empty. Other filters end this selection. */
  all: SelectedAll | null;
  /** The number of selected rows. */
  count: number;
  /** The number of selected rows that the page does not show, because of another page, search or filter. */
  hiddenCount: number;
  has: (row: Row) => boolean;
  /** With `asRange`, all rows between the last changed row and this row are changed too. */
  toggle: (row: Row, asRange: boolean) => void;
  isPageSelected: boolean;
  isPagePartlySelected: boolean;
  togglePage: () => void;
  replace: (rows: readonly Row[]) => void;
  /** Selects all `count` rows that match, without the rows whose keys are in `except`. */
  selectAll: (all: { count: number; except?: readonly number[] }) => void;
};

type AllState = { filters: string; count: number; except: readonly number[] };

/**
 * `page` contains the visible rows that can be selected. Escape clears the selection, unless a dialog or a popover is open, or a field has
 * the focus. `filters` are the filters of the list, if all rows that match can be selected.
 */
export function useSelection<Row>(
  page: readonly Row[],
  keyOf: (row: Row) => number,
  filters: object = {},
): Selection<Row> {
  const [selectedRows, setSelectedRows] = useState<readonly Row[]>([]);
  const [allState, setAllState] = useState<AllState | null>(null);
  const filterText = JSON.stringify(filters);
  const all = allState?.filters === filterText ? allState : null;
  const rows = all ? [] : selectedRows;
  const setRows = (newRows: readonly Row[]): void => {
    setSelectedRows(newRows);
    setAllState(null);
  };
  const lastToggled = useRef<number | null>(null);
  const keys = new Set(rows.map(keyOf));
  const has = (row: Row): boolean => (all ? !all.except.includes(keyOf(row)) : keys.has(keyOf(row)));
  const selectedOnPage = page.filter(has);
  const count = all?.count ?? rows.length;
  useEscape(count > 0, () => setRows([]));

  function setSelected(rowsToChange: readonly Row[], isOn: boolean): void {
    const changedKeys = new Set(rowsToChange.map(keyOf));
    if (all) {
      const others = all.except.filter((key) => !changedKeys.has(key));
      const except = isOn ? others : [...others, ...changedKeys];
      setAllState({ ...all, except, count: all.count + all.except.length - except.length });
      return;
    }
    const otherRows = rows.filter((row) => !changedKeys.has(keyOf(row)));
    setRows(isOn ? [...otherRows, ...rowsToChange] : otherRows);
  }

  function toggle(row: Row, asRange: boolean): void {
    const rowIndex = page.findIndex((pageRow) => keyOf(pageRow) === keyOf(row));
    const startIndex = page.findIndex((pageRow) => keyOf(pageRow) === lastToggled.current);
    lastToggled.current = keyOf(row);
    const isRange = asRange && startIndex !== -1;
    setSelected(
      isRange ? page.slice(Math.min(startIndex, rowIndex), Math.max(startIndex, rowIndex) + 1) : [row],
      !has(row),
    );
  }

  return {
    rows,
    all: all && { selection: { ...filters, except: all.except }, count: all.count },
    count,
    hiddenCount: count - selectedOnPage.length,
    has,
    toggle,
    isPageSelected: page.length > 0 && selectedOnPage.length === page.length,
    isPagePartlySelected: selectedOnPage.length > 0 && selectedOnPage.length < page.length,
    togglePage: () => setSelected(page, selectedOnPage.length < page.length),
    replace: setRows,
    selectAll: (newAll) => setAllState({ except: [], ...newAll, filters: filterText }),
  };
}

/**
 * The selector of the elements that Escape closes instead of clearing the selection. The target of the key is not enough: when the focused
 * button of an open dialog disappears, the focus is outside the dialog.
 */
const closedByEscape = `dialog:modal, ${openPopoverSelector}`;

function useEscape(isOn: boolean, onEscape: () => void): void {
  const handleEscape = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const isInOtherControl = target instanceof Element && target.closest('dialog, select, input:not([type=checkbox])');
    if (key === 'Escape' && !isInOtherControl && document.querySelector(closedByEscape) === null) onEscape();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent): void => handleEscape(event);
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
}
