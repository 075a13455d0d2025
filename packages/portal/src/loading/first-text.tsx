import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

/** The text that the server has written into a page, to be shown before any script runs. */
type KeptText = {
  element: Element;
  /** The path and the search of this page. */
  address: string;
  /** The element of the text that had the focus when the text was taken from its place. */
  focusedElement: HTMLElement | null;
};

let keptText: KeptText | null = null;

/** Stores the elements of the text of the prerendered page, before the portal replaces this page. Returns whether the page has a text. */
export function keepFirstText(page: Element, address: string): boolean {
  const element = page.querySelector('[data-first-text]');
  keptText = element && { element, address, focusedElement: findFocused(element) };
  return keptText !== null;
}

const forgetFirstText = (): void => {
  keptText = null;
};

function findFocused(text: Element): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && text.contains(activeElement) ? activeElement : null;
}

/**
 * Until the data are loaded, shows the text that the server has written into this page; without such a text, shows `children`. The elements
 * of the text are moved to this place, so that they do not disappear for a moment.
 */
export function FirstText({ children }: { children?: ReactNode }) {
  const [text] = useState(() => keptText);
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  useEffect(() => forgetFirstText, []);
  if (text?.address !== address) return <div data-first-text="">{children}</div>;
  // With a key of its own, React does not show other content in the element with the moved text.
  return <div key="text" ref={(place) => (place ? showIn(place, text) : undefined)} />;
}

/**
 * Moves the elements of the text to a place, together with the focus. Returns a function that stores which element has the focus, for the next
 * move.
 */
function showIn(place: Element, text: KeptText): () => void {
  if (text.element.parentNode !== place) {
    place.append(text.element);
    text.focusedElement?.focus({ preventScroll: true });
  }
  return () => {
    text.focusedElement = findFocused(text.element);
  };
}
