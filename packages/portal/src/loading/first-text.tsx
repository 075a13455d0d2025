import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';

/** The text that the server has written into a page, to be shown before any script runs. */
type KeptText = {
  element: Element;
  /** The path and the search of this page. */
  address: string;
  /** The element inside the text that had the focus when the text was stored. */
  focusedElement: HTMLElement | null;
};

let keptText: KeptText | null = null;

/** Stores the text of the prerendered page, before the portal replaces this page. Returns whether the page contains such a text. */
export function keepFirstText(page: Element, address: string): boolean {
  const element = page.querySelector('[data-first-text]');
  keptText = element && { element, address, focusedElement: findFocusedElement(element) };
  return keptText !== null;
}

const forgetFirstText = (): void => {
  keptText = null;
};

function findFocusedElement(text: Element): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && text.contains(activeElement) ? activeElement : null;
}

/**
 * Until the data of the page are loaded, shows the text that the server has written into this page, or `children` if there is no such
 * text. The component moves the existing elements of the text into the page, because new elements would let the text disappear for a
 * moment.
 */
export function FirstText({ children }: { children?: ReactNode }) {
  const [text] = useState(() => keptText);
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  useEffect(() => forgetFirstText, []);
  if (text?.address !== address) return <div data-first-text="">{children}</div>;
  // The key keeps React from reusing the element with the moved text for other content.
  return <div key="text" ref={(place) => (place ? moveTextInto(place, text) : undefined)} />;
}

/**
 * Moves the text into the element `place` and focuses the stored element again. Returns a function that stores which element of the text
 * has the focus, before the text is moved again.
 */
function moveTextInto(place: Element, text: KeptText): () => void {
  if (text.element.parentNode !== place) {
    place.append(text.element);
    text.focusedElement?.focus({ preventScroll: true });
  }
  return () => {
    text.focusedElement = findFocusedElement(text.element);
  };
}
