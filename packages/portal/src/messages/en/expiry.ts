/** Texts of the warning five minutes before a session ends. */
export const expiry = {
  endsSoonTitle: 'Your session ends soon',
  endsSoon: (time: string) =>
    `For your security, you will be signed out in ${time}. Your entries on this page are kept.`,
  stay: 'Stay signed in',
  leave: 'Logout',
  extended: 'You are still signed in.',
} as const;
