/** Texts of the notifications and of the button that copies. */
export const feedback = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Text copy error',
  dismiss: 'Dismiss',
  undo: 'Undo',
  undoKey: 'Undo (Ctrl+Z)',
  notifications: 'Notifications',
} as const;
