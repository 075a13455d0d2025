import { counted } from './counted.ts';

/** What the screen of CRM accounts says. */
export const crm = {
  title: 'CRM accounts',
  lead: 'The accounts that forms offer for users. They are kept up to date by importing a table from your CRM.',
  failed: 'Failed to fetch CRM accounts',
  import: 'Import accounts',
  search: 'Search accounts',
  found: (count: number) => `${counted(count, 'account')} found`,
  account: 'Account',
  name: 'Name',
  city: 'City',
  country: 'Country',
  empty: { title: 'No account yet', text: 'Import a table of accounts; forms find them by name, number and city.' },
  noResult: {
    title: 'Results not found',
    text: 'No account matches the search.',
    clear: 'Clear all',
    page: 'There are fewer pages than that.',
    toStart: 'Go to the first page',
  },
} as const;
