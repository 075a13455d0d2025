import { bytesHex, integer, moment, optional, primary, references, withDefault } from '../columns.ts';
import { createIndex, createImpersonalTable } from '../statements.ts';

/**
 * Stores the kits with which licences can be issued while no portal runs. The keys of the kits are in `signing_keys`, but the portal does
 * not sign with them.
 */
export const emergencyKits = {
  name: '0050-emergency-kits',
  steps: [
    createImpersonalTable('emergency_kits', {
      id: primary(bytesHex(8)),
      key_id: references('signing_keys.key_id', bytesHex(8)),
      created_at: moment,
      // The kit issues no licences after this time.
      until: moment,
      // How many licences the kit may issue, and for how many days each licence is valid.
      licences: integer,
      days: integer,
      imported_at: optional(moment),
      imported: withDefault(0, integer),
    }),
    createIndex('emergency_kits', 'key_id'),
  ],
};
