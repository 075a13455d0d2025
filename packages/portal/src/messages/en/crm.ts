import { counted } from './counted.ts';

/** Texts of the screen of CRM accounts. */
export const crm = {
  title: 'CRM accounts',
  failed: 'Failed to fetch CRM accounts',
  import: 'Import accounts',
  search: 'Search accounts',
  found: (count: number) => counted(count, 'account'),
  account: 'Account',
  users: (name: string) => `Users of ${name}`,
  name: 'Name',
  city: 'City',
  country: 'Country',
  empty: {
    title: 'No accounts yet',
    text: 'Import a table of accounts. You can then find them by name, number and city.',
  },
  noResult: {
    text: 'No account matches your search.',
  },
} as const;
