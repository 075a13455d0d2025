import { cascadeReference, day, moment, setNullReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/** Permissions of single users beyond those of their profile, through a day. The audit log has the history. */
export const permissionOverrides = {
  name: '0065-permission-overrides',
  steps: [
    createTable(
      'permission_overrides',
      {
        user_id: cascadeReference('users.id'),
        permission: text,
        valid_to: day,
        reason: text,
        granted_by: setNullReference('users.id'),
        granted_at: moment,
      },
      { primary: ['user_id', 'permission'] },
    ),
  ],
};
