import { cascadeReference, bytesHex, id, moment, optional } from '../columns.ts';
import { addColumn, createIndex, createTable, runSql } from '../statements.ts';

/** Stores the fingerprint with which a PC took its seat (the anchor), and the history of its parts since then. */
export const anchors = {
  name: '0012-anchors',
  steps: [
    // The fingerprint with which later codes of the PC are compared. The anchor is null only in rows that no issued licence wrote; then
    // `fingerprint` is the anchor.
    addColumn('machines', 'anchor', optional(bytesHex(16))),
    addColumn('machines', 'anchored_at', optional(moment)),
    runSql('update machines set anchor = fingerprint, anchored_at = first_seen_at'),
    // A row is written for each licence whose code named other parts than the code before.
    createTable('machine_parts', {
      id,
      machine_id: cascadeReference('machines.id'),
      at: moment,
      fingerprint: bytesHex(16),
      verification_hash: bytesHex(32),
    }),
    createIndex('machine_parts', 'machine_id', 'at'),
  ],
};
