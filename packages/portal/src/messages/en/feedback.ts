import { counted } from './counted.ts';

/** Texts of the notifications and of the button that copies. */
export const feedback = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Text copy error',
  copySelected: 'The text is selected. Press Ctrl+C to copy it, on a Mac ⌘C.',
  dismiss: 'Dismiss',
  undo: 'Undo',
  undoKey: 'Undo (Ctrl+Z)',
  undone: 'Undone.',
  undoFailed: 'Not undone',
  notAllUndone: (count: number) => `${counted(count, 'record')} could not be undone.`,
  notifications: 'Notifications',
} as const;
