import styles from './data-table.module.css';

/** If more rows than this number are removed, the list has changed as a whole, and no row is animated. */
const maxLeavingRows = 20;

/**
 * A ref callback for the parent of rows. When a row is removed because its record was deleted or decided, an inert copy of the row
 * collapses at its position with a short motion. The list itself changes at once, so the focus and the names of the rows do not wait for
 * the motion. There is no motion if another page of the list is shown, or if the user prefers reduced motion.
 */
export function animateLeavingRows(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  const observer = new MutationObserver((records) => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    showCopies(list, records);
    observer.takeRecords();
  });
  observer.observe(list, { childList: true });
  return () => observer.disconnect();
}

function showCopies(list: HTMLElement, records: readonly MutationRecord[]): void {
  const removals = records.flatMap(({ removedNodes, nextSibling }) =>
    [...removedNodes].flatMap((node) => (hasLeftPage(node) ? [{ node, nextSibling }] : [])),
  );
  const movedNodes = new Set(records.flatMap(({ removedNodes }) => [...removedNodes]));
  const newNodes = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => !movedNodes.has(node));
  const remainingCount = list.children.length - newNodes.length;
  if (remainingCount < Math.max(1, newNodes.length) || removals.length > maxLeavingRows) return;
  const copies = new Map<Node, Node>();
  // The loop begins with the last removed row, because the copy of a row is inserted before the copy of the next row.
  for (const { node, nextSibling } of removals.toReversed()) {
    const copy = createCopy(node);
    const successor = nextSibling && (copies.get(nextSibling) ?? nextSibling);
    list.insertBefore(copy, successor?.parentNode === list ? successor : null);
    copies.set(node, copy);
    void removeAfterMotion(copy);
  }
}

/** Whether a removed node is a row that has left the page; React also removes and inserts a row to move it. */
const hasLeftPage = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && !node.isConnected && !node.classList.contains(styles.leaving ?? '');

function createCopy(row: HTMLElement): HTMLElement {
  const copy = document.createElement(row.tagName);
  copy.append(...[...row.childNodes].map((node) => node.cloneNode(true)));
  copy.className = `${row.className} ${styles.leaving}`;
  copy.inert = true;
  copy.ariaHidden = 'true';
  for (const part of copy.querySelectorAll('[id], [name]')) {
    part.removeAttribute('id');
    part.removeAttribute('name');
  }
  return copy;
}

async function removeAfterMotion(copy: HTMLElement): Promise<void> {
  await Promise.allSettled(copy.getAnimations({ subtree: true }).map(async ({ finished }) => finished));
  copy.remove();
}
