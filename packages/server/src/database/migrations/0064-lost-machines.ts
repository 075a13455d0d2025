import { cascadeReference, moment, optional, setNullReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/** PCs that were reported lost, and the last time at which a code of one was sent. The audit log has the history. */
export const lostMachines = {
  name: '0064-lost-machines',
  steps: [
    createTable(
      'lost_machines',
      {
        machine_id: cascadeReference('machines.id'),
        reported_by: setNullReference('users.id'),
        reported_at: moment,
        reason: text,
        seen_at: optional(moment),
        // The account for which the last code of the PC was sent.
        seen_user_id: setNullReference('users.id'),
      },
      { primary: ['machine_id'] },
    ),
  ],
};
