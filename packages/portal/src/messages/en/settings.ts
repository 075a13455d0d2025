import { formatNumber } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

/** Texts of the page Settings and of the menu on the pages below it. */
export const settings = {
  title: 'Settings',
  overview: 'Overview',
  sections: { licences: 'Licences', look: 'Look and words', data: 'Data', access: 'Access', system: 'System' },
  policies: (profiles: number) => counted(profiles, 'profile'),
  licenses: (count: number) => counted(count, 'active licence'),
  imports: (count: number) => counted(count, 'large file'),
  serviceAccounts: (count: number) => counted(count, 'service account'),
  waiting: (count: number) => `${formatNumber(count)} waiting`,
  notSent: (count: number) => `${formatNumber(count)} not sent`,
  allSent: 'None waiting',
  backup: (moment: string) => `Last backup ${moment}`,
} as const;
