import { formatNumber } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

const summarizeChanges = (created: number, changed: number): string =>
  [created > 0 && `${created} created`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ');

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Texts of the screen for importing files. */
export const imports = {
  title: 'Import',
  lead: 'Import a table as CSV. You see a preview first.',
  what: 'Contents of the file',
  kinds: { users: 'Users', assignments: 'Country/Salesman', crmAccounts: 'CRM accounts' },
  form: {
    about: {
      users: 'Users are matched by login. New users are created, existing users are updated. No users are deleted.',
      assignments: 'New assignments are created. No assignments are deleted.',
      crmAccounts:
        'Accounts are matched by number. New accounts are created, existing accounts are updated. No accounts are deleted.',
    },
    rules: 'Columns and rules',
    needed: (names: string) => `Required: ${names}.`,
    optional: (names: string) => `Optional: ${names}. If a column is missing, its fields do not change.`,
    neededForNew: (names: string) => `Required for new users: ${names}.`,
    tools: 'Enter tools as tool:brand, separated by semicolons, for example basics:blue; basics:red.',
    limit: (rows: string, atOnce: string) =>
      `At most ${rows} rows; more than ${atOnce} are imported in the background. Cells can be separated by commas, semicolons or tabs.`,
    template: 'Download a template',
    templateName: (kind: string) => `${kind}.csv`,
    model: 'An exported file has the right format:',
    invite: 'Send new users an invitation',
    inviteHint: 'You can also invite them later from their page.',
    choose: 'Choose a CSV file',
    another: 'Choose another file',
    drop: 'Drop CSV file here',
    looking: 'Checking the file',
    lookFailed: 'The file could not be checked',
    unread: 'This file could not be read. Choose it again.',
    changeEncoding: 'Change encoding',
  },
  encoding: {
    title: 'Which letters are right?',
    text: 'The file does not say how its letters are stored. Choose the lines whose letters are right. Nothing is imported yet. If none are right, save the file as CSV UTF-8 and choose it again.',
    use: 'Use these letters',
  },
  encodings: {
    'utf-8': 'Unicode (UTF-8)',
    'utf-16le': 'Unicode (UTF-16)',
    'utf-16be': 'Unicode (UTF-16)',
    'windows-1252': 'Western European (Windows-1252)',
    'windows-1250': 'Central European (Windows-1250)',
    'iso-8859-2': 'Central European (ISO 8859-2)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    'windows-1253': 'Greek (Windows-1253)',
    'windows-1254': 'Turkish (Windows-1254)',
    macintosh: 'Western European (Mac)',
  },
  columns: {
    title: (imported: number, all: number) => `Columns: ${imported} of ${all} are imported`,
    inFile: 'In the file',
    inPortal: 'In the portal',
    noHeading: (number: number) => `Column ${number}`,
    choose: (heading: string) => `Field for “${heading}”`,
    leaveOut: 'Leave out',
    leftOut: (headings: string) => `Not imported, because these columns are not known: ${headings}.`,
    firstRows: 'First rows of the file',
    absent: 'Not in the file',
    none: 'Nothing to add',
    allGet: 'All rows get',
    set: 'Set for all rows',
    missing: (labels: string) => `Choose the columns for: ${labels}.`,
  },
  report: {
    title: (file: string) => `Preview of ${file}`,
    counts: { created: 'Created', changed: 'Changed', unchanged: 'Unchanged', faulty: 'With errors' },
    errors: (count: number) => counted(count, 'error'),
    tooManyFaulty: (limit: string) => `More than ${limit} rows have errors. Correct the file, then choose it again.`,
    allFaulty: 'No row can be imported. Correct the file, then choose it again.',
    nothing: 'This file changes nothing. All its data is already up to date.',
    changedRows: (count: number) => `${counted(count, 'record')} changed`,
    createdRows: (count: number) => counted(count, 'new record'),
    notes: (count: number) => `${counted(count, 'row')} to check`,
    row: 'Row',
    column: 'Column',
    problem: 'Problem',
    name: 'Name',
    changes: 'Changes',
    values: 'Values',
    wholeRow: 'Whole row',
    becomes: 'becomes',
    empty: 'empty',
    saveFaulty: (count: number) => `Save ${counted(count, 'row')} with errors`,
    faultyFile: (name: string) => `${name}-errors.csv`,
    leavesOut: (count: number) =>
      count === 1 ? '1 row with errors is left out.' : `${formatNumber(count)} rows with errors are left out.`,
    undo: 'You can undo the import for 10 minutes.',
    leaveOut: 'Leave out',
    value: 'In the file',
    correct: (column: string, row: number) => `${column} in row ${row}`,
    checkAgain: (count: number) => `Check ${counted(count, 'corrected row')} again`,
  },
  run: ({ created, changed, invitations }: { created: number; changed: number; invitations: number }) =>
    capitalize(
      [
        created > 0 && `create ${formatNumber(created)}`,
        changed > 0 && `change ${formatNumber(changed)}`,
        invitations > 0 && `send ${counted(invitations, 'invitation')}`,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  failed: 'Nothing was imported',
  lookAgain: 'Preview again',
  large: {
    title: (file: string) => (file === '' ? 'Import' : `Import of ${file}`),
    noName: 'No name',
    loading: 'Import',
    sending: (done: number, of: number) => `Sending the file: ${formatNumber(done)} of ${counted(of, 'part')}`,
    progress: {
      checking: (done: number, of: number) => `Checked: ${formatNumber(done)} of ${counted(of, 'part')} of the file`,
      writing: (done: number, of: number) => `Imported: ${formatNumber(done)} of ${counted(of, 'row')}`,
      undoing: (done: number, of: number) => `Undone: ${formatNumber(done)} of ${counted(of, 'record')}`,
    },
    states: {
      receiving: 'Upload not finished',
      checking: 'Checking',
      checked: 'Checked',
      writing: 'Importing',
      done: 'Imported',
      cancelled: 'Cancelled',
      undoing: 'Undoing',
      undone: 'Undone',
    },
    about: {
      receiving: 'Choose the file again, or cancel this import.',
      checking: 'Nothing is imported yet. You can close this page while the file is checked.',
      checked: 'Nothing is imported yet. Each row is checked again when it is imported.',
      writing:
        'You can close this page while the rows are imported. If you cancel the import, rows that were already imported stay.',
      cancelled: 'The rows that were imported stay.',
      undoing: 'You can close this page while the import is undone.',
    },
    written: 'Imported:',
    leftOut: (count: number) =>
      `${counted(count, 'row')} with errors ${count === 1 ? 'was' : 'were'} left out. Correct the saved file, then import it.`,
    notYours: 'Another administrator has sent this file. Only that administrator can start the import.',
    cancel: 'Cancel import',
    undoUntil: (time: string) => `Undo (until ${time})`,
    lettersWait: (time: string) => `The invitations are sent at ${time}.`,
    undone: (count: number) => `${counted(count, 'record')} undone.`,
    notUndone: (count: number, reason: string) => `${counted(count, 'record')} not undone: ${reason}`,
    recent: 'Recent imports',
    file: 'File',
    state: 'State',
    begun: 'Started',
  },
  done: {
    title: (created: number, changed: number) =>
      created + changed === 0 ? 'Imported' : `Imported: ${summarizeChanges(created, changed)}`,
    text: 'All changes are in the audit log.',
    see: { users: 'My Users', assignments: 'Country/Salesman', crmAccounts: 'CRM accounts' },
  },
} as const;
