import { useEffect, useRef } from 'react';

/**
 * Collects the text that the user types while a dialog is loading, and returns the function that reads it. Without this
 * function, the typed characters would be shortcuts, or would go into a field of the page. `dialogSelector` matches the
 * dialog when it is open.
 */
export function useEarlyText(isOpening: boolean, dialogSelector: string): () => string {
  const earlyText = useRef('');
  useEffect(() => {
    if (!isOpening) return undefined;
    const collectKey = (event: KeyboardEvent): void => {
      const { key } = event;
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      // Enter is stopped too, because it would press the button that has the focus.
      if (!(isText || key === 'Enter') || document.querySelector(dialogSelector) !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (isText) earlyText.current += key;
    };
    document.addEventListener('keydown', collectKey, true);
    return () => {
      document.removeEventListener('keydown', collectKey, true);
      earlyText.current = '';
    };
  }, [isOpening, dialogSelector]);
  return () => earlyText.current;
}
