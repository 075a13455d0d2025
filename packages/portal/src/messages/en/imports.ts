import { formatNumber } from '#portal/messages/numbers.ts';
import { counted } from './counted.ts';

const summarizeChanges = (created: number, changed: number): string =>
  [created > 0 && `${created} created`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ');

/** Texts of the screen for importing files. */
export const imports = {
  title: 'Import',
  lead: 'Import a table as CSV. You see a preview first.',
  what: 'Contents of the file',
  kinds: { users: 'Users', assignments: 'Country/Salesman', crmAccounts: 'CRM accounts' },
  form: {
    title: 'The file',
    about: {
      users: 'Users are matched by login. New users are created, existing users are updated. No users are deleted.',
      assignments: 'New assignments are created. No assignments are deleted.',
      crmAccounts:
        'Accounts are matched by number. New accounts are created, existing accounts are updated. No accounts are deleted.',
    },
    columns: 'Columns',
    needed: (names: string) => `Required: ${names}.`,
    optional: (names: string) => `Optional: ${names}. If a column is missing, its fields do not change.`,
    neededForNew: (names: string) => `Required for new users: ${names}.`,
    tools: 'Enter tools as tool:brand, separated by semicolons, for example basics:blue; basics:red.',
    limit: (rows: string, atOnce: string) =>
      `At most ${rows} rows; more than ${atOnce} are imported in the background. Cells can be separated by commas, semicolons or tabs.`,
    model: 'An exported file has the right format:',
    invite: 'Send new users an invitation',
    inviteHint: 'You can also invite them later from their page.',
    choose: 'Choose a CSV file',
    another: 'Choose another file',
    drop: 'Drop CSV file here',
    looking: 'Checking the file',
    lookFailed: 'The file could not be checked',
    unread: 'This file could not be read. Choose it again.',
  },
  report: {
    title: (file: string) => `Preview of ${file}`,
    counts: { created: 'Created', changed: 'Changed', unchanged: 'Unchanged', faulty: 'With errors' },
    ignored: (names: string) => `Ignored columns: ${names}.`,
    errors: (count: number) => counted(count, 'error'),
    faulty: 'Nothing can be imported while rows have errors. Correct the file, then choose it again.',
    nothing: 'This file changes nothing. All its data is already up to date.',
    changes: 'Changes',
    row: 'Row',
    column: 'Column',
    problem: 'Problem',
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
  lookAgain: 'Preview again',
  large: {
    title: (file: string) => `Import of ${file}`,
    loading: 'Import',
    sending: (done: number, of: number) => `Sending the file: ${formatNumber(done)} of ${counted(of, 'part')}`,
    progress: {
      checking: (done: number, of: number) => `Checked: ${formatNumber(done)} of ${counted(of, 'part')} of the file`,
      writing: (done: number, of: number) => `Imported: ${formatNumber(done)} of ${counted(of, 'row')}`,
    },
    states: {
      receiving: 'Upload not finished',
      checking: 'Checking',
      checked: 'Checked',
      writing: 'Importing',
      done: 'Imported',
      cancelled: 'Cancelled',
    },
    about: {
      receiving: 'Choose the file again, or cancel this import.',
      checking: 'Nothing is imported yet. You can close this page while the file is checked.',
      checked: 'Nothing is imported yet. Each row is checked again when it is imported.',
      writing:
        'You can close this page while the rows are imported. If you cancel the import, rows that were already imported stay.',
      cancelled: 'The rows that were imported stay.',
    },
    written: 'Imported:',
    leftOut: (count: number) =>
      `${counted(count, 'row')} could no longer be imported. Correct them, then import them again.`,
    cancel: 'Cancel import',
    recent: 'Imports in the background',
    file: 'File',
    state: 'State',
    begun: 'Started',
  },
  done: {
    title: (created: number, changed: number) => `Imported: ${summarizeChanges(created, changed)}`,
    text: 'All changes are in the audit log.',
    see: { users: 'My Users', assignments: 'Country/Salesman', crmAccounts: 'CRM accounts' },
  },
} as const;
