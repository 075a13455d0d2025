import type { ToggleEvent } from 'react';

type PopoverToggleEvent = ToggleEvent<HTMLElement>;

/** The event handlers of a popover that closes when the focus leaves it and its button, so that it does not cover the control with the focus (WCAG 2.4.11). */
export const closingPopover = {
  onToggle({ newState, currentTarget: panel }: PopoverToggleEvent): void {
    if (newState === 'open') closeWhenLeft(panel);
  },
};

/**
 * The event handlers of a popover that opens at its button and closes when the focus leaves the popover and the button. The popover is
 * positioned before it is shown, and its first control gets the focus.
 */
export const anchoredPopover = {
  onBeforeToggle({ newState, currentTarget: panel }: PopoverToggleEvent): void {
    if (newState === 'open') panel.style.visibility = 'hidden';
  },
  onToggle({ newState, currentTarget: panel }: PopoverToggleEvent): void {
    if (newState !== 'open') return;
    showAtButton(panel);
    closeWhenLeft(panel);
  },
};

const findButton = (panel: HTMLElement): Element | null =>
  document.querySelector(`[popovertarget="${CSS.escape(panel.id)}"]`);

function closeWhenLeft(panel: HTMLElement): void {
  const closedController = new AbortController();
  const { signal } = closedController;
  function closeIfOutside({ target }: FocusEvent): void {
    // A panel that was removed while it was open gets no further event.
    if (!panel.isConnected) return closedController.abort();
    // A press on a text of the panel gives the focus to the main part of the page around the panel.
    const isAround = target instanceof Node && target.contains(panel);
    const isInside = target instanceof Node && (panel.contains(target) || findButton(panel)?.contains(target) === true);
    if (!isInside && !isAround) panel.hidePopover();
  }
  document.addEventListener('focusin', closeIfOutside, { signal });
  panel.addEventListener('toggle', () => closedController.abort(), { signal });
}

function showAtButton(panel: HTMLElement): void {
  const button = findButton(panel);
  if (button !== null) positionAtAnchor(panel, button);
  panel.style.visibility = 'visible';
  const firstControl = panel.querySelector<HTMLElement>('button, a, input');
  if (firstControl === null) showAgainWhenFilled(panel);
  else firstControl.focus();
}

/** Positions an open panel again when its content, which is still loading, has arrived. */
function showAgainWhenFilled(panel: HTMLElement): void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (panel.matches(':popover-open')) showAtButton(panel);
  });
  observer.observe(panel, { childList: true, subtree: true });
}

/** The selector of an open popover that Escape closes, for example the sheet of the filters. */
export const openPopoverSelector = '[popover=auto]:popover-open';

const gapPx = 8;
const marginPx = 16;

/** Positions a fixed panel above or below its anchor, where there is more space, inside the window. Lengths are in CSS pixels. */
export function positionAtAnchor(panel: HTMLElement, anchor: Element): void {
  const anchorBox = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const spaceBelow = innerHeight - anchorBox.bottom - gapPx - marginPx;
  const isAbove = height > spaceBelow && anchorBox.top > innerHeight - anchorBox.bottom;
  const left = Math.min(Math.max(marginPx, anchorBox.left), Math.max(marginPx, innerWidth - width - marginPx));
  const top = isAbove ? anchorBox.top - gapPx - height : anchorBox.bottom + gapPx;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(marginPx, top)}px`;
}

/**
 * Positions a fixed panel to the left of its anchor, so that the panel does not cover the elements below, such as the menu. If the window is
 * too narrow, the panel is above or below the anchor. Returns the side.
 */
export function positionBesideAnchor(panel: HTMLElement, anchor: Element): 'left' | 'block' {
  const anchorBox = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = anchorBox.left - gapPx - width;
  if (left < marginPx) {
    positionAtAnchor(panel, anchor);
    return 'block';
  }
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(0, anchorBox.top + (anchorBox.height - height) / 2)}px`;
  return 'left';
}
