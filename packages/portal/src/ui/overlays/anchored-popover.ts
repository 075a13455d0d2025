import type { ToggleEvent } from 'react';
import { positionAtAnchor } from './anchor-position.ts';

type PopoverToggleEvent = ToggleEvent<HTMLElement>;

/** Creates the event handlers of a popover that opens at its button. They position it before it is shown, and then call `onToggle`. */
export const createAnchoredPopover = (onToggle: (isOpen: boolean, panel: HTMLElement) => void) => ({
  onBeforeToggle({ newState, currentTarget: panel }: PopoverToggleEvent): void {
    if (newState === 'open') panel.style.visibility = 'hidden';
  },
  onToggle({ newState, currentTarget: panel }: PopoverToggleEvent): void {
    const button = document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`);
    if (newState === 'open' && button !== null) {
      positionAtAnchor(panel, button);
      panel.style.visibility = 'visible';
    }
    onToggle(newState === 'open', panel);
  },
});
