import type { ToggleEvent } from 'react';
import { positionAtAnchor } from './anchor-position.ts';

type PopoverToggleEvent = ToggleEvent<HTMLElement>;

/**
 * The event handlers of a popover that opens at its button. The popover is positioned before it is shown, and its first control gets the
 * focus.
 */
export const anchoredPopover = {
  onBeforeToggle({ newState, currentTarget: panel }: PopoverToggleEvent): void {
    if (newState === 'open') panel.style.visibility = 'hidden';
  },
  onToggle({ newState, currentTarget: panel }: PopoverToggleEvent): void {
    if (newState === 'open') showAtButton(panel);
  },
};

function showAtButton(panel: HTMLElement): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`);
  if (button !== null) positionAtAnchor(panel, button);
  panel.style.visibility = 'visible';
  const firstControl = panel.querySelector<HTMLElement>('button, a, input');
  if (firstControl === null) showAgainWhenFilled(panel);
  else firstControl.focus();
}

/** Waits for the content of an open panel that is still loading. */
function showAgainWhenFilled(panel: HTMLElement): void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (panel.matches(':popover-open')) showAtButton(panel);
  });
  observer.observe(panel, { childList: true, subtree: true });
}
