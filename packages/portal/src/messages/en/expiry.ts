/** What is said five minutes before a session ends. */
export const expiry = {
  endsSoonTitle: 'Your session ends soon',
  endsSoon: (time: string) => `For your safety you will be signed out in ${time}. What you have entered here stays.`,
  stay: 'Stay signed in',
  leave: 'Logout',
  extended: 'You stay signed in.',
} as const;
