import { cascadeReference, integer, moment, text } from '../columns.ts';
import { createIndex, createPartialIndex, createImpersonalTable, createTable } from '../statements.ts';

/** Stores the numbers of PCs by version, which a job counts, and which users got an e-mail about which release note. */
export const fleet = {
  name: '0072-fleet',
  steps: [
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
    createPartialIndex(
      'licenses',
      ['tool_id', 'tool_version', 'brand_id', 'user_id', 'machine_id', 'issued_at'],
      'revoked_at is null and replaced_at is null',
    ),
  ],
} as const;
