import { cascadeReference, bytesHex, id, moment, optional } from '../columns.ts';
import { addColumn, createIndex, createTable, run } from '../statements.ts';

/** A seat belongs to the fingerprint that took it; the parts that a PC had after that are kept as its history. */
export const anchors = {
  name: '0012-anchors',
  steps: [
    // What the PC's codes are compared with. null only on rows that were not written by issuing: then the fingerprint is the anchor.
    addColumn('machines', 'anchor', optional(bytesHex(16))),
    addColumn('machines', 'anchored_at', optional(moment)),
    run('update machines set anchor = fingerprint, anchored_at = first_seen_at'),
    // One row for each licence whose code named other parts than the code before it.
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
