/** Texts of the components in `ui/`, which belong to no feature. */
export const ui = {
  optional: '(optional)',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  loading: 'Loading',
  continuesLater: 'This continues by itself as soon as the portal can be reached.',
  showPassword: 'Show password',
  capsLock: 'Caps Lock is on.',
  reference: (id: string) => `Reference ${id}`,
} as const;
