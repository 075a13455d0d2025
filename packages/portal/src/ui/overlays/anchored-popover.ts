import type { ToggleEvent } from 'react';
import { positionAtAnchor } from './anchor-position.ts';

type Toggled = ToggleEvent<HTMLElement>;

/** For a popover that opens beside its button, which stands before it: measured first, seen after; then `onToggle` hears of it. */
export const anchoredPopover = (onToggle: (isOpen: boolean, panel: HTMLElement) => void) => ({
  onBeforeToggle({ newState, currentTarget: panel }: Toggled): void {
    if (newState === 'open') panel.style.visibility = 'hidden';
  },
  onToggle({ newState, currentTarget: panel }: Toggled): void {
    const button = document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`);
    if (newState === 'open' && button !== null) {
      positionAtAnchor(panel, button);
      panel.style.visibility = 'visible';
    }
    onToggle(newState === 'open', panel);
  },
});
