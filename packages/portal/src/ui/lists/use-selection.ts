import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** The selected rows. They stay selected on other pages of the list, so the rows themselves are kept. */
export type Selection<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** With `asRange`, all rows between the last changed one and this one are changed as well. */
  toggle: (row: Row, asRange: boolean) => void;
  isPageWhole: boolean;
  isPagePart: boolean;
  togglePage: () => void;
  replace: (rows: readonly Row[]) => void;
};

/** `page` has the visible rows that can be selected. Escape clears the selection, unless a dialog or a field has the focus. */
export function useSelection<Row>(page: readonly Row[], keyOf: (row: Row) => number): Selection<Row> {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const last = useRef<number | null>(null);
  const keys = new Set(rows.map(keyOf));
  const has = (row: Row): boolean => keys.has(keyOf(row));
  const ticked = page.filter(has);
  useEscape(rows.length > 0, () => setRows([]));

  function set(which: readonly Row[], isOn: boolean): void {
    const touched = new Set(which.map(keyOf));
    const others = rows.filter((row) => !touched.has(keyOf(row)));
    setRows(isOn ? [...others, ...which] : others);
  }

  function toggle(row: Row, asRange: boolean): void {
    const to = page.findIndex((each) => keyOf(each) === keyOf(row));
    const from = page.findIndex((each) => keyOf(each) === last.current);
    last.current = keyOf(row);
    const isRange = asRange && from !== -1;
    set(isRange ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], !has(row));
  }

  return {
    rows,
    has,
    toggle,
    isPageWhole: page.length > 0 && ticked.length === page.length,
    isPagePart: ticked.length > 0 && ticked.length < page.length,
    togglePage: () => set(page, ticked.length < page.length),
    replace: setRows,
  };
}

function useEscape(isOn: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const isElsewhere = target instanceof Element && target.closest('dialog, select, input:not([type=checkbox])');
    if (key === 'Escape' && !isElsewhere) onEscape();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent): void => escape(event);
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
}
