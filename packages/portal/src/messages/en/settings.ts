import { counted } from './counted.ts';

/** Texts of the page Settings and of the menu on the pages below it. */
export const settings = {
  title: 'Settings',
  overview: 'Overview',
  sections: { licences: 'Licences', look: 'Look and words', data: 'Data', access: 'Access', system: 'System' },
  waiting: (count: number) => `${counted(count, 'e-mail')} waiting`,
} as const;
