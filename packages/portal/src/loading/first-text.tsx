import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';

let keptText: Element | null = null;

/** Keeps the text of the prerendered page, before the portal replaces this page. */
export function keepFirstText(page: Element): void {
  keptText = page.querySelector('[data-first-text]');
}

const forgetFirstText = (): void => {
  keptText = null;
};

/**
 * Shows the text that the server has written into the first view, until its data are loaded; without such a text, `children`. The elements of
 * the text are moved to this place, so that they do not disappear for a moment.
 */
export function FirstText({ children }: { children: ReactNode }) {
  const [text] = useState(() => keptText);
  useEffect(() => forgetFirstText, []);
  return text === null ? <div data-first-text="">{children}</div> : <div ref={(place) => place?.append(text)} />;
}
