import { cascadeReference, id, integer, json, moment, text } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/**
 * Stores what staff can undo for a short time, one row for each changed record. `act` is the id of the request that made the change;
 * `payload` is what the kind needs to restore the former state, and `letters` are the ids of the e-mails that wait until `until`.
 */
export const undos = {
  name: '0091-undos',
  steps: [
    createTable('undos', {
      id,
      act: text,
      kind: text,
      actor_id: cascadeReference('users.id'),
      user_id: cascadeReference('users.id'),
      // The id of the user or of the licence that the act changed.
      subject_id: integer,
      payload: json,
      letters: json,
      until: moment,
    }),
    createIndex('undos', 'act'),
    createIndex('undos', 'until'),
    createIndex('undos', 'actor_id'),
    createIndex('undos', 'user_id'),
  ],
};
