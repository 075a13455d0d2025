/** Texts of the notifications and of the button that copies. */
export const feedback = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Text copy error',
  copyFailedNext: 'The text is selected. Copy it with the keyboard.',
  dismiss: 'Dismiss',
  undo: 'Undo',
  undoKey: 'Undo (Ctrl+Z)',
  notifications: 'Notifications',
} as const;
