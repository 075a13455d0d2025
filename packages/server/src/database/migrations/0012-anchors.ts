import { cascadeReference, bytesHex, id, moment, optional } from '../columns.ts';
import { addColumn, createIndex, createTable, runSql } from '../statements.ts';

/**
 * Stores the anchor of a PC (the fingerprint with which it was first licensed, and with which later codes are compared), and the history of
 * its parts.
 */
export const anchors = {
  name: '0012-anchors',
  steps: [
    // The fingerprint with which later codes of the PC are compared. The anchor is null only in rows that no issued licence wrote; then
    // `fingerprint` is the anchor.
    addColumn('machines', 'anchor', optional(bytesHex(16))),
    addColumn('machines', 'anchored_at', optional(moment)),
    runSql('update machines set anchor = fingerprint, anchored_at = first_seen_at'),
    // The history of the parts of PCs: a row for each licence whose code contained other parts than the previous code of the PC.
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
