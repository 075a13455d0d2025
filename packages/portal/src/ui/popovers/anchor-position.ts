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
