/**
 * A ref callback that scrolls a result into view when it appears, because the result may be far from the button that was pressed. The focus
 * stays on the button that started the action, so that the next press repeats the action.
 */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
