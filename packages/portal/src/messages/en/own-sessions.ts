import { counted } from './counted.ts';

/** What My Account says about where one is signed in. */
export const ownSessions = {
  title: 'Where you are signed in',
  loading: 'Loading your sessions',
  failed: 'Your sessions could not be loaded',
  current: 'This one',
  signedIn: (moment: string) => `Signed in ${moment}`,
  active: (ago: string) => `active ${ago}`,
  end: 'Sign out',
  ended: 'Signed out there.',
  endOthers: 'Sign out everywhere else',
  othersTitle: 'Sign out everywhere else?',
  othersText: (count: number) => `${counted(count, 'other session')} will end. This one stays.`,
  othersEnded: 'You are signed out everywhere else.',
  alone: 'You are signed in only here.',
  unknown: 'Do you not know one of them? Sign it out, then change your password.',
} as const;
