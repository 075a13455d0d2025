import { bytesHex, cascadeReference, id, integer, moment, oneOfTexts, optional, text, unique } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/** Stores PCs that wait for a licence (RFC 8628). A row is valid for 15 minutes, and deleted within hours after that. */
export const activations = {
  name: '0045-activations',
  steps: [
    createTable('activations', {
      id,
      // SHA-256 of the device code, which only the tool knows, and of the user code, which a person enters in the portal.
      device_hash: unique(bytesHex(32)),
      user_hash: unique(bytesHex(32)),
      verification_code: text,
      // The IP address of the PC on which the tool runs.
      address: text,
      created_at: moment,
      expires_at: moment,
      state: oneOfTexts('waiting', 'confirmed', 'denied', 'fetched'),
      decided_by: optional(cascadeReference('users.id')),
      license_id: optional(cascadeReference('licenses.id')),
      polled_at: optional(moment),
      // Seconds that the tool must wait between two polls.
      interval_seconds: integer,
    }),
    createIndex('activations', 'expires_at'),
  ],
};
