import { counted } from './counted.ts';

const sum = (created: number, changed: number): string =>
  [created > 0 && `${created} created`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ');

/** What the screen says that brings files in. */
export const imports = {
  title: 'Import',
  lead: 'Bring in a table as CSV. What it would do is shown first; then all of it is written, or nothing.',
  what: 'What the file holds',
  kinds: { users: 'Users', assignments: 'Country/Salesman', crmAccounts: 'CRM accounts' },
  form: {
    title: 'The file',
    about: {
      users:
        'Users are known by their login: new ones are created, others changed where the file says otherwise. Nobody is deleted.',
      assignments: 'Assignments that are not there yet are created. None is deleted.',
      crmAccounts: 'Accounts are known by their number: new ones are created, others changed. None is deleted.',
    },
    columns: 'Columns',
    needed: (names: string) => `Needed: ${names}.`,
    optional: (names: string) => `Optional: ${names}. A column that is left out leaves its fields as they are.`,
    neededForNew: (names: string) => `Needed for new users: ${names}.`,
    tools: 'Tools are written as tool:brand, several parted by semicolons: basics:blue; basics:red.',
    limit: (rows: string) => `At most ${rows} rows and 5 MiB. Commas, semicolons or tabs may part the cells.`,
    model: 'An export has the right form:',
    invite: 'Send new users the letter that opens their account',
    inviteHint: 'Without it, invite them later from their page.',
    choose: 'Choose a CSV file',
    another: 'Choose another file',
    drop: 'Drop the CSV file here',
    looking: 'The file is being looked at',
    lookFailed: 'The file could not be looked at',
    unread: 'This file could not be read from your disk. Choose it again.',
  },
  report: {
    title: (file: string) => `What ${file} would do`,
    counts: { created: 'Created', changed: 'Changed', unchanged: 'Unchanged', faulty: 'With errors' },
    ignored: (names: string) => `Not read, because only people need them: ${names}.`,
    errors: (count: number) => counted(count, 'error'),
    faulty: 'Nothing is imported while rows have errors. Mend the file, then choose it again.',
    nothing: 'This file changes nothing: all of it is so already.',
    changes: 'Changes',
    row: 'Row',
    column: 'Column',
    problem: 'What to mend',
    name: 'Name',
    outcome: 'Outcome',
    outcomes: { created: 'Created', changed: 'Changed' },
    fields: 'Fields',
    wholeRow: 'Whole row',
    change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
    empty: 'empty',
    more: (count: number) => `and ${counted(count, 'more row')}`,
    moreErrors: (count: number) => `and ${counted(count, 'more error')}`,
  },
  run: (created: number, changed: number) => `Import ${counted(created + changed, 'row')}`,
  failed: 'Nothing was imported',
  lookAgain: 'BrandTheme again',
  done: {
    title: (created: number, changed: number) => `Imported: ${sum(created, changed)}`,
    text: 'Each change is in the audit.',
    see: { users: 'My Users', assignments: 'Country/Salesman', crmAccounts: 'CRM accounts' },
  },
} as const;
