import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Rows that are ticked; it outlives the page they stand on, so it keeps the rows themselves. */
export type Selection<Row> = {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** With `asRange` all between the row ticked last and this one follow this one. */
  toggle: (row: Row, asRange: boolean) => void;
  isPageWhole: boolean;
  isPagePart: boolean;
  togglePage: () => void;
  replace: (rows: readonly Row[]) => void;
};

/** `page` holds the rows in sight that may be ticked. Escape clears the selection, unless a dialog or a field has the focus. */
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
    const hear = (event: KeyboardEvent): void => escape(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [isOn]);
}
