import { bytesHex, cascadeReference, moment } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/**
 * Stores the addresses whose owners used the link in a reminder to end the reminders of a user's licences. Until `refused_until`, the same
 * address cannot be entered again. The table contains only the hash of an address.
 */
export const stoppedContacts = {
  name: '0079-stopped-contacts',
  steps: [
    createTable(
      'stopped_contacts',
      { user_id: cascadeReference('users.id'), address_hash: bytesHex(32), refused_until: moment },
      { primary: ['user_id', 'address_hash'] },
    ),
    createIndex('stopped_contacts', 'refused_until'),
  ],
};
