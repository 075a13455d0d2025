import { formatNumber } from '#portal/messages/formats.ts';

/** Texts of the audit log. */
export const audit = {
  title: 'Audit log',
  lead: 'Who did what and when. Entries cannot be changed or deleted.',
  failed: 'Failed to fetch Audit log',
  search: 'Search the audit log',
  found: (count: number) => (count === 1 ? '1 entry' : `${formatNumber(count)} entries`),

  at: 'When',
  actor: 'Who',
  action: 'Action',
  subject: 'What',
  request: 'Request',
  from: 'From',
  to: 'To',
  dayHint: 'A day begins at midnight UTC.',
  account: (id: number) => `Account ${id}`,
  system: 'Portal',
  subjectWords: (kind: string, id: string | null, name: string | null) =>
    [kind, id, name === null ? null : `(${name})`].filter((part) => part !== null).join(' '),
  sentence: (who: string, didWhat: string) => `${who} ${didWhat}`,
  sentenceAbout: (sentence: string, subject: string) => `${sentence}: ${subject}`,
  technical: 'Technical details',
  actionCode: 'Code of the action',
  subjectCode: 'Record',

  verification: {
    title: 'Verification',
    failed: 'The verification could not be loaded',
    startFailed: 'The verification could not be started',
    loading: 'Loading the verification',
    whole: 'Complete and unchanged',
    broken: 'Broken',
    brokenText:
      'Somebody has changed the audit log or removed entries. Keep the database as it is, and run portal audit verify on the server.',
    atEntry: (id: number, why: string) => `Entry ${id}: ${why}`,
    never: 'Not verified yet',
    running: 'Verifying…',
    start: 'Verify now',
    lastAt: 'Last verified',
    entries: 'Entries verified',
    details: 'Newest entry and seal',
    newest: 'Newest entry',
    newestIs: (id: number, hash: string) => `${id} (${hash})`,
    sealedAt: 'Last sealed',
    notSealed: 'Not sealed yet',
    sealedEntry: (when: string, id: number) => `${when}, entry ${id}`,
    seal: 'Seal',
  },

  empty: { title: 'No entries yet', text: 'Every change is recorded here.' },
  noResult: {
    text: 'No entry matches your search and filters.',
  },

  entry: (id: number) => `Audit entry ${id}`,
  open: (action: string, when: string) => `${action}, ${when}`,
  exactTime: 'Time in UTC',
  changes: 'Before and after',
  noChanges: 'No values were recorded for this entry.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  change: 'Change',
  marks: { added: 'Added', removed: 'Removed', changed: 'Changed', same: 'Same' },
  /** Labels of fields whose name in the code is not clear; the fields of users have their own labels. */
  fields: {
    userId: 'User Id',
    login: 'Login/Email',
    configTools: 'Add-ons',
    address: 'Network address',
  },
  none: 'Not recorded',
  nothing: 'Empty',
  onlyActor: 'All entries by this user',
  onlySubject: 'All entries about this item',
} as const;
