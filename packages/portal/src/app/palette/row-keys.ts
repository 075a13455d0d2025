import type { RowKey } from './shortcut-keys.ts';

/** What opens a row: its link, or its first button. */
const opener = 'a[href], button:not(:disabled)';

/** What a key presses. An address that ends so is the form of a record; other buttons name their key. */
const targets: Record<Exclude<RowKey, 'next' | 'previous'>, string> = {
  edit: 'a[href$="/edit"], [data-key="edit"]',
  approve: '[data-key="approve"]',
  reject: '[data-key="reject"]',
};

/**
 * Moves through the rows of the list, or presses the button that the key means: of the open panel, of the row with the focus, or of the
 * page. `here` is the address of the page, with its search parameters.
 */
export function pressRowKey(key: RowKey, here: string): void {
  const panel = document.querySelector('dialog[open][data-side-panel]');
  if (key === 'next' || key === 'previous') {
    const isHere = (row: Element): boolean =>
      panel === null ? row.contains(document.activeElement) : [...row.querySelectorAll('a')].some(leadsTo(here));
    const link = findRowBeside(key === 'next' ? 1 : -1, isHere);
    // The panel shows the next record: the row behind it opens, as if it were pressed.
    if (panel !== null) return link?.click();
    link?.focus();
    return link?.scrollIntoView({ block: 'nearest' });
  }
  const place = panel ?? document.activeElement?.closest('tbody tr') ?? document.querySelector('main:not(:has(tbody))');
  place?.querySelector<HTMLElement>(targets[key])?.click();
}

function findRowBeside(step: 1 | -1, isHere: (row: Element) => boolean): HTMLElement | undefined {
  const rows = [...document.querySelectorAll('main tbody tr')].filter((row) => row.querySelector(opener) !== null);
  const at = rows.findIndex(isHere);
  // Without a row to begin at, both keys lead to the first one.
  const next = at === -1 ? 0 : at + step;
  return rows[next]?.querySelector<HTMLElement>(opener) ?? undefined;
}

/** Whether a link leads to this address, whose search parameters may be in another order. */
const leadsTo =
  (here: string) =>
  (link: HTMLAnchorElement): boolean =>
    normalize(link.href) === normalize(here);

function normalize(address: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.sort();
  return url.href;
}
