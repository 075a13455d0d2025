import { counted } from './counted.ts';

/** Texts of the list of one's own sessions in My Account. */
export const ownSessions = {
  title: 'Where you are signed in',
  loading: 'Loading your sessions',
  failed: 'Your sessions could not be loaded',
  current: 'This device',
  signedIn: (moment: string) => `Signed in ${moment}`,
  active: (ago: string) => `active ${ago}`,
  older: (count: number) => counted(count, 'older session'),
  end: 'Sign out',
  ended: 'Signed out of that session.',
  endOthers: 'Sign out everywhere else',
  othersTitle: 'Sign out everywhere else?',
  othersText: (count: number) => `${counted(count, 'other session')} will end. You stay signed in here.`,
  othersEnded: 'You are signed out everywhere else.',
  unknown: 'If you do not recognise a session, sign it out and change your password.',
} as const;
