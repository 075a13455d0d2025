/** What a key is meant for, outside of what somebody types. */
export type Meant = 'palette' | 'help' | 'search';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * What a press is meant for, or null: `typing` is true while a field takes it. Keys without Ctrl can be switched off, for whoever dictates or
 * has an unsteady hand (WCAG 2.2, 2.1.4).
 */
export function meantBy(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  { typing, singles }: { typing: boolean; singles: boolean },
): Meant | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null;
  if (typing || !singles) return null;
  if (key === '?') return 'help';
  return key === '/' ? 'search' : null;
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

const storageKey = 'singleKeys';

/** Whether keys without Ctrl do anything; kept for this browser. */
export const areSinglesOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

export function switchSingles(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
