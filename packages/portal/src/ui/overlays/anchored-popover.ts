import type { ToggleEvent } from 'react';
import { positionAtAnchor } from './anchor-position.ts';

type Toggled = ToggleEvent<HTMLElement>;

/** Opens a popover at its button, its previous sibling: it is measured before it is shown. Then it calls `onToggle`. */
export const createAnchoredPopover = (onToggle: (isOpen: boolean, panel: HTMLElement) => void) => ({
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
