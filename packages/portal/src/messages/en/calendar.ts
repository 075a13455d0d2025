/** Texts of the calendar of expiry dates. */
export const calendar = {
  title: 'Calendar',
  lead: 'A calendar of what ends when, for Outlook, Google, Apple and other programs. Everybody who has its address can read it: the names of your PCs, your tools and days.',
  loading: 'Loading your calendar',
  failed: 'Your calendar could not be loaded',
  create: 'Create address',
  renew: 'New address',
  end: 'End calendar',
  since: (day: string) => `You have a calendar since ${day}. Its address is not stored, so it cannot be shown again.`,
  once: 'Add this address to your calendar program now. It is shown only once.',
  address: 'Address of your calendar',
  copy: 'Copy address',
  created: 'The address was created. A former address shows nothing any more',
  ended: 'The calendar was ended',
  notDone: 'The calendar was not changed',
} as const;
