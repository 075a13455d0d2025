import { cascadeReference, day, moment, primary, setNullReference } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';

/**
 * Stores the current or next absence of each salesman, and the deputy for these days. The audit log contains the history of the absences.
 */
export const absences = {
  name: '0074-absences',
  steps: [
    createTable('absences', {
      salesman_id: primary(cascadeReference('users.id')),
      deputy_id: cascadeReference('users.id'),
      first_day: day,
      last_day: day,
      named_by: setNullReference('users.id'),
      named_at: moment,
    }),
    createIndex('absences', 'deputy_id'),
  ],
};
