import { cascadeReference, id, integer, moment, optional, setNullReference, text, unique } from '../columns.ts';
import { createIndex, createTable } from '../statements.ts';
import { userStatus } from './0001-first.ts';

/**
 * The bin of deleted users: `name` and `archive` are encrypted, and the row is deleted after 30 days. `profile_id` and `status` are the
 * values before the deletion; they decide who can see the row. `schema_name` is the newest migration at the time when the archive was
 * written.
 */
export const deletedUsers = {
  name: '0082-deleted-users',
  steps: [
    createTable('deleted_users', {
      id,
      user_id: unique(cascadeReference('users.id')),
      profile_id: optional(integer),
      status: userStatus,
      deleted_at: moment,
      deleted_by: setNullReference('users.id'),
      schema_name: text,
      name: text,
      archive: text,
    }),
    createIndex('deleted_users', 'deleted_at'),
    createIndex('deleted_users', 'deleted_by'),
  ],
};
