import { useState } from 'react';
import type { KeyboardEvent } from 'react';

/** The text, the list and the active option of a combobox (ARIA Authoring Practices): arrows move, Enter selects, Escape closes. */
export function useCombobox() {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);

  const close = (): void => setOpen(false);

  return {
    text,
    isOpen,
    at,
    close,
    type(typed: string): void {
      setText(typed);
      setAt(-1);
      setOpen(typed.trim() !== '');
    },
    clear(): void {
      setText('');
      setAt(-1);
      close();
    },
    /** Handles the keys for so many options; Enter calls `take` with the active option. */
    press(event: KeyboardEvent, options: number, take: (at: number) => void): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowDown' && !isOpen) {
        event.preventDefault();
        setOpen(text.trim() !== '');
      }
      if (!isOpen) return;
      const steps: Record<string, () => void> = {
        ArrowDown: () => setAt(at >= options - 1 ? 0 : at + 1),
        ArrowUp: () => setAt(at <= 0 ? options - 1 : at - 1),
        Enter: () => take(at),
        Escape: close,
      };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      step();
    },
  };
}
