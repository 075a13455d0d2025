/**
 * As the ref of what answers a press: once it is there it is in sight, wherever the button was. The focus stays, so that the next
 * press is the same as before.
 */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
