import { counted } from './counted.ts';

/** Texts of the page Settings and of the menu on the pages below it. */
export const settings = {
  title: 'Settings',
  overview: 'Overview',
  sections: { licences: 'Licences', look: 'Look and words', data: 'Data', access: 'Access', system: 'System' },
  policies: (profiles: number) => counted(profiles, 'profile'),
  crm: 'Offered in the forms of users',
  audit: 'Every change, verified daily',
  imports: (count: number) => (count === 0 ? 'No large file yet' : counted(count, 'large file')),
  serviceAccounts: (count: number) => (count === 0 ? 'No service accounts yet' : counted(count, 'service account')),
  waiting: (count: number) => `${counted(count, 'e-mail')} waiting`,
} as const;
