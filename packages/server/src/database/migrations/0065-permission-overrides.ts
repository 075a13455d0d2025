import { cascadeReference, day, moment, setNullReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/**
 * Stores the permissions that single users have in addition to their profile, until a last day. The audit log contains the history of these
 * permissions.
 */
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
