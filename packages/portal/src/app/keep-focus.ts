/** The elements that the Tab key reaches, and headings that take the focus by script. */
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/**
 * When the element with the focus is removed, as by a deletion or an undo, browsers move the focus to the start of the document. This moves it
 * to what follows in the page, else to what precedes, else to the heading (WCAG 2.4.3). Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const stop = new AbortController();

  function remember({ target }: FocusEvent): void {
    last = target instanceof Element ? target : null;
  }

  /** The user has left the element, for example by a press beside it. Some browsers report a removal in the same way. */
  function forget({ target }: FocusEvent): void {
    queueMicrotask(() => {
      if (target === last && last?.isConnected) last = null;
    });
  }

  function restore(records: readonly MutationRecord[]): void {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    const removed = last;
    last = null;
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(removed)));
    findNeighbour(record)?.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember, { signal: stop.signal });
  document.addEventListener('focusout', forget, { signal: stop.signal });
  return () => {
    observer.disconnect();
    stop.abort();
  };
}

function findNeighbour(record: MutationRecord | undefined): HTMLElement | null {
  const main = document.querySelector('main');
  const isInPage = record !== undefined && main !== null && main.contains(record.target);
  const neighbour = isInPage ? (findIn(record.nextSibling) ?? findIn(record.previousSibling)) : null;
  return neighbour ?? main?.querySelector<HTMLElement>('h1') ?? null;
}

const findIn = (node: Node | null): HTMLElement | null => {
  if (!(node instanceof HTMLElement)) return null;
  return node.matches(focusable) ? node : node.querySelector<HTMLElement>(focusable);
};
