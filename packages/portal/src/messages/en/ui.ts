/** Texts of the components in `ui/`, which belong to no feature. */
export const ui = {
  optional: '(optional)',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  loading: 'Loading',
  showPassword: 'Show password',
  capsLock: 'Caps Lock is on.',
  reference: (id: string) => `Reference ${id}`,
} as const;
