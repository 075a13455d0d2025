/** Texts of the calendar of expiry dates. */
export const calendar = {
  title: 'Calendar',
  lead: 'See in your calendar when your licences and tools expire. Everybody who has the address can read these days and the names of your PCs and tools.',
  loading: 'Loading your calendar',
  failed: 'Your calendar could not be loaded',
  create: 'Create address',
  renew: 'New address',
  end: 'End calendar',
  since: (day: string) =>
    `Your calendar was created on ${day}. Its address is not stored, so it cannot be shown again.`,
  once: 'Add this address to your calendar program now. The address is shown only once.',
  address: 'Address of your calendar',
  copy: 'Copy address',
  created: 'The address was created',
  createdAgain: 'The address was created. Older addresses no longer work',
  ended: 'The calendar was ended',
  notDone: 'The calendar was not changed',
} as const;
