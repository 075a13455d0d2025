/** The elements that get the focus with the Tab key, and headings that get the focus by a script. */
const focusableSelector = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/**
 * When the element with the focus is removed, for example by a deletion or an undo, browsers move the focus to the
 * start of the document. This function moves the focus from a removed element to the next focusable element, else to
 * the previous focusable element, else to the heading (WCAG 2.4.3). Returns a function that stops the observation.
 */
export function moveFocusFromRemovedElements(): () => void {
  let lastFocused: Element | null = null;
  const controller = new AbortController();

  function rememberFocus({ target }: FocusEvent): void {
    lastFocused = target instanceof Element ? target : null;
  }

  /**
   * Forgets the element when the user has left it, for example by a click elsewhere. Some browsers report the removal
   * of the element in the same way, so the element is forgotten only if it is still in the document.
   */
  function forgetFocus({ target }: FocusEvent): void {
    queueMicrotask(() => {
      if (target === lastFocused && lastFocused?.isConnected) lastFocused = null;
    });
  }

  function restoreFocus(mutations: readonly MutationRecord[]): void {
    if (lastFocused === null || lastFocused.isConnected || document.activeElement !== document.body) return;
    const removedElement = lastFocused;
    lastFocused = null;
    const mutation = mutations.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(removedElement)),
    );
    findNeighbour(mutation)?.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(restoreFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', rememberFocus, { signal: controller.signal });
  document.addEventListener('focusout', forgetFocus, { signal: controller.signal });
  return () => {
    observer.disconnect();
    controller.abort();
  };
}

/**
 * When Tab leads to a control of which a part is visible, browsers do not scroll, or scroll only to the cursor of a text area. This function
 * then shows the whole control, which the edge of a scrolling row or a sticky header could cover (WCAG 2.4.11). Returns a function that
 * stops it.
 */
export function showWholeControlAfterTab(): () => void {
  document.addEventListener('keyup', showAfterTab);
  return () => document.removeEventListener('keyup', showAfterTab);
}

function showAfterTab({ key, target, ctrlKey, altKey }: KeyboardEvent): void {
  // With Ctrl or Alt, Tab goes to another tab of the browser or to another window.
  const isFocusMoved = key === 'Tab' && !ctrlKey && !altKey;
  if (isFocusMoved && target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function findNeighbour(mutation: MutationRecord | undefined): HTMLElement | null {
  const mainElement = document.querySelector('main');
  const isInPage = mutation !== undefined && mainElement !== null && mainElement.contains(mutation.target);
  const neighbour = isInPage ? (findFocusable(mutation.nextSibling) ?? findFocusable(mutation.previousSibling)) : null;
  return neighbour ?? mainElement?.querySelector<HTMLElement>('h1') ?? null;
}

const findFocusable = (node: Node | null): HTMLElement | null => {
  if (!(node instanceof HTMLElement)) return null;
  return node.matches(focusableSelector) ? node : node.querySelector<HTMLElement>(focusableSelector);
};
