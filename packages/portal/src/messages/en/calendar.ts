/** Texts of the calendar of expiry dates. */
export const calendar = {
  title: 'Calendar',
  lead: 'Show expiry dates in your calendar. Anyone with the link can read them.',
  loading: 'Loading your calendar',
  failed: 'Your calendar could not be loaded',
  create: 'Create calendar link',
  renew: 'New link',
  end: 'End calendar',
  since: (day: string) => `Your calendar was created on ${day}. Its link is not stored, so it cannot be shown again.`,
  once: 'Add this link to your calendar program now. The link is shown only once.',
  address: 'Link to your calendar',
  copy: 'Copy link',
  created: 'The link was created',
  createdAgain: 'The link was created. Older links no longer work',
  ended: 'The calendar was ended',
  notDone: 'The calendar was not changed',
} as const;
