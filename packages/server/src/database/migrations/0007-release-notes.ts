import {
  cascadeReference,
  day,
  id,
  integer,
  json,
  moment,
  oneOfTexts,
  optional,
  primary,
  text,
  withDefault,
} from '../columns.ts';
import { createImpersonalTable, createIndex, createTable } from '../queries/statements.ts';

const noteTables = [
  createImpersonalTable('release_notes', {
    id,
    title: text,
    description: text,
    version: text,
    release_date: day,
    status: oneOfTexts('draft', 'published'),
    created_at: moment,
    updated_at: moment,
    // A deleted note can be restored for some time.
    deleted_at: optional(moment),
    row_version: withDefault(1, integer),
  }),
  createIndex('release_notes', 'status', 'release_date'),
  // Staff see drafts in the same list, so their list cannot use the index that begins with the status.
  createIndex('release_notes', 'release_date'),
  // The texts for search and sorting are in lower case and have no accents; versions sort by their numbers.
  createImpersonalTable('release_note_search', {
    release_note_id: primary(cascadeReference('release_notes.id')),
    fold: text,
    title: text,
    version: text,
  }),
  createIndex('release_note_search', 'title'),
  createIndex('release_note_search', 'version'),
];

const versionTables = [
  // The numbers of PCs by version, which a job counts.
  createImpersonalTable(
    'fleet_counts',
    {
      tool_id: text,
      // The id of a row of `listed_user_groups`, which has the country, brand and profile of the owners.
      group_id: integer,
      // The brand of the licence.
      brand_id: text,
      tool_version: text,
      // The age of the licence, as an index of the list `licenseAges` in the API contract.
      age: integer,
      pcs: integer,
    },
    { primary: ['tool_id', 'group_id', 'brand_id', 'tool_version', 'age'] },
  ),
  // Which users got an e-mail about which release note.
  createTable(
    'release_note_letters',
    {
      release_note_id: cascadeReference('release_notes.id'),
      user_id: cascadeReference('users.id'),
      queued_at: moment,
    },
    { primary: ['release_note_id', 'user_id'] },
  ),
  createIndex('release_note_letters', 'user_id'),
  // The release notes that are being mailed in the background, and how many e-mails of each were queued.
  createTable('note_mailings', {
    id,
    release_note_id: cascadeReference('release_notes.id'),
    // The tool, the versions, the country and the brand of the PCs whose owners get the e-mail.
    selection: json,
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    started_by: integer,
    request_id: text,
    state: oneOfTexts('running', 'done', 'stopped'),
    created_at: moment,
    finished_at: optional(moment),
    // The process that works on the mailing extends this time; it is null if no process does.
    leased_until: optional(moment),
    queued: integer,
    total: integer,
  }),
  createIndex('note_mailings', 'state'),
];

/** The release notes, the versions in use, and the e-mails about release notes to the owners of these versions. */
export const releaseNotes = {
  name: '0007-release-notes',
  steps: [...noteTables, ...versionTables],
} as const;
