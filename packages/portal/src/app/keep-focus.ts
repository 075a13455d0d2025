/** The elements that the Tab key reaches, and headings that take the focus by script. */
const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/**
 * When the element with the focus is removed, for example by a deletion or an undo, browsers move the focus to the start of the document.
 * Instead, this function moves it to the next focusable element, else to the previous one, else to the heading (WCAG 2.4.3). Returns a
 * function that stops it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const controller = new AbortController();

  function remember({ target }: FocusEvent): void {
    last = target instanceof Element ? target : null;
  }

  /** Forgets the element when the user has left it, for example by a click elsewhere. Some browsers report a removal in the same way. */
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
  document.addEventListener('focusin', remember, { signal: controller.signal });
  document.addEventListener('focusout', forget, { signal: controller.signal });
  return () => {
    observer.disconnect();
    controller.abort();
  };
}

function findNeighbour(record: MutationRecord | undefined): HTMLElement | null {
  const main = document.querySelector('main');
  const isInPage = record !== undefined && main !== null && main.contains(record.target);
  const neighbour = isInPage ? (findFocusable(record.nextSibling) ?? findFocusable(record.previousSibling)) : null;
  return neighbour ?? main?.querySelector<HTMLElement>('h1') ?? null;
}

const findFocusable = (node: Node | null): HTMLElement | null => {
  if (!(node instanceof HTMLElement)) return null;
  return node.matches(focusable) ? node : node.querySelector<HTMLElement>(focusable);
};
