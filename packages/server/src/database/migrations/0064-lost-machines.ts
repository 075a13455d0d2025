import { cascadeReference, moment, optional, setNullReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/** Stores the PCs that were reported lost, and when a code of each PC was last sent. The audit log contains the history of these PCs. */
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
