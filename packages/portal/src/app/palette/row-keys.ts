import { isLinkTo } from '#portal/ui/filters/search-state.ts';
import type { RowKey } from './shortcut-keys.ts';

/** The selector of the element that opens a row: its link, or its first button. */
const rowOpener = 'a[href], button:not(:disabled)';

/**
 * The selector of the link or button that each key activates. A link to a form that changes a record ends with `/edit`.
 * Other links and buttons have the attribute `data-key`.
 */
const controlSelectors: Record<Exclude<RowKey, 'next' | 'previous' | 'undo'>, string> = {
  select: 'tr:not(dialog tr) [type="checkbox"]',
  edit: 'a[href$="/edit"], [data-key="edit"], [data-key="done"]',
  approve: '[data-key="approve"]',
  reject: '[data-key="reject"]',
  snooze: '[data-key="snooze"]',
  renew: '[data-key="renew"]',
};

/**
 * Moves through the rows of the list, or activates the button of the key: in the open panel, in the row with the focus, or on the
 * page. `currentAddress` is the address of the page with its search parameters.
 */
export function pressRowKey(key: RowKey, currentAddress: string): void {
  if (key === 'undo') return [...document.querySelectorAll<HTMLElement>('button[data-key="undo"]')].at(-1)?.click();
  const panel = document.querySelector('dialog[open][data-side-panel]');
  if (key === 'next' || key === 'previous') {
    const isCurrentRow = (row: Element): boolean =>
      panel === null
        ? row.contains(document.activeElement)
        : [...row.querySelectorAll('a')].some(isLinkTo(currentAddress));
    if (panel === null && document.querySelector(queueRows) !== null) return openInQueue(key === 'next' ? 1 : -1);
    const link = findRowBeside(key === 'next' ? 1 : -1, isCurrentRow);
    // An open panel shows the record of the next row: the link of this row is activated as if it were clicked.
    if (panel !== null) return link && openInPanel(link);
    link?.focus();
    return link?.scrollIntoView({ block: 'nearest' });
  }
  const container =
    panel ??
    document.querySelector('main [data-item]') ??
    document.activeElement?.closest('tbody tr') ??
    document.querySelector('main:not(:has(tbody))');
  container?.querySelector<HTMLElement>(controlSelectors[key])?.click();
}

const queueRows = 'main [data-queue] a';

/** Opens the next or previous item of a queue, whose open item is beside it. The focus stays in the queue. */
function openInQueue(direction: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(queueRows)];
  const currentIndex = links.findIndex((link) => link.dataset['current'] !== undefined);
  const link = links[currentIndex === -1 ? 0 : currentIndex + direction];
  link?.focus();
  link?.click();
}

let focusWait = new AbortController();

/**
 * Opens the record of another row in the panel. A panel that closes returns the focus to the element that opened it.
 * This function then moves the focus to the row of the record that the panel showed last.
 */
function openInPanel(link: HTMLElement): void {
  focusWait.abort();
  focusWait = new AbortController();
  const options = { capture: true, signal: focusWait.signal };
  function moveFocus({ type }: Event): void {
    if (document.querySelector('dialog[open]') !== null) return;
    focusWait.abort();
    if (type === 'focusin') link.focus();
  }
  // If a key or a mouse button is pressed before the closed panel moves the focus, the focus stays where it is.
  for (const type of ['focusin', 'keydown', 'pointerdown']) document.addEventListener(type, moveFocus, options);
  link.click();
}

function findRowBeside(direction: 1 | -1, isCurrentRow: (row: Element) => boolean): HTMLElement | undefined {
  const rows = [...document.querySelectorAll('main tbody tr:not([inert])')].filter(
    (row) => row.querySelector(rowOpener) !== null,
  );
  const currentIndex = rows.findIndex(isCurrentRow);
  // If no row is current, the keys for the next and the previous row both lead to the first row.
  const nextIndex = currentIndex === -1 ? 0 : currentIndex + direction;
  return rows[nextIndex]?.querySelector<HTMLElement>(rowOpener) ?? undefined;
}
