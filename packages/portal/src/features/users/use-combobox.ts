import { useState } from 'react';
import type { KeyboardEvent } from 'react';

/** The state of a combobox (ARIA Authoring Practices): its text, whether its list is open, and the active option. Arrows move, Enter selects, Escape closes. */
export function useCombobox() {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);

  const close = (): void => setOpen(false);

  return {
    text,
    isOpen,
    at: activeIndex,
    close,
    type(newText: string): void {
      setText(newText);
      setActiveIndex(-1);
      setOpen(newText.trim() !== '');
    },
    clear(): void {
      setText('');
      setActiveIndex(-1);
      close();
    },
    /** Handles a key. `options` is the number of options. Enter calls `onSelect` with the active option. */
    press(event: KeyboardEvent, options: number, onSelect: (activeIndex: number) => void): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowDown' && !isOpen) {
        event.preventDefault();
        setOpen(text.trim() !== '');
      }
      if (!isOpen) return;
      const keyActions: Record<string, () => void> = {
        ArrowDown: () => setActiveIndex(activeIndex >= options - 1 ? 0 : activeIndex + 1),
        ArrowUp: () => setActiveIndex(activeIndex <= 0 ? options - 1 : activeIndex - 1),
        Enter: () => onSelect(activeIndex),
        Escape: close,
      };
      const action = keyActions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
  };
}
