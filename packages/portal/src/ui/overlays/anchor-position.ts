const gap = 8;
const margin = 16;

/** Positions a fixed panel above or below its anchor, where there is more space, inside the window. Lengths in CSS pixels. */
export function positionAtAnchor(panel: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const roomBelow = innerHeight - at.bottom - gap - margin;
  const above = height > roomBelow && at.top > innerHeight - at.bottom;
  const left = Math.min(Math.max(margin, at.left), Math.max(margin, innerWidth - width - margin));
  const top = above ? at.top - gap - height : at.bottom + gap;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(margin, top)}px`;
}

/**
 * Positions a fixed panel to the left of its anchor, so that it covers nothing below, such as the menu; above or below the anchor where the
 * window is too narrow. Returns the side.
 */
export function positionBesideAnchor(panel: HTMLElement, anchor: Element): 'left' | 'block' {
  const at = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = at.left - gap - width;
  if (left < margin) {
    positionAtAnchor(panel, anchor);
    return 'block';
  }
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(0, at.top + (at.height - height) / 2)}px`;
  return 'left';
}
