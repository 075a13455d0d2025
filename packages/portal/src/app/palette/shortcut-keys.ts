/** What a key does in a list or with a record. */
export type RowKey = 'next' | 'previous' | 'select' | 'edit' | 'approve' | 'reject' | 'snooze' | 'renew' | 'undo';

/** The action of a shortcut. */
export type ShortcutAction = 'palette' | 'help' | 'search' | 'newLicence' | 'go' | RowKey;

const singleKeys: Readonly<Record<string, ShortcutAction>> = {
  '?': 'help',
  '/': 'search',
  l: 'newLicence',
  g: 'go',
  j: 'next',
  k: 'previous',
  x: 'select',
  e: 'edit',
  a: 'approve',
  r: 'reject',
  h: 'snooze',
  n: 'renew',
  u: 'undo',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Returns the action of a key press, or null if the key is no shortcut. `inTextField` is true while a text field has
 * the focus. Shortcuts without Ctrl can be switched off, for users who dictate or press keys by accident (WCAG 2.2,
 * 2.1.4).
 */
export function findShortcut(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  { inTextField, singleKeysOn }: { inTextField: boolean; singleKeysOn: boolean },
): ShortcutAction | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null;
  return inTextField || !singleKeysOn ? null : (singleKeys[key] ?? null);
}

/** Returns whether the element itself uses typed characters: a text field, or a list in which they select an option. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=listbox]') !== null;

const storageKey = 'singleKeys';

/** Returns whether shortcuts without Ctrl are on. The setting is stored in this browser. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
