import { cascadeReference, moment, primary, withDefault } from '../columns.ts';
import { createTrigger } from '../queries/grouped-list.ts';
import { createNamedIndex, createPartialIndex, createTable, insertRows, runSql } from '../queries/statements.ts';

const isCurrent = 'revoked_at is null and replaced_at is null';

/** The statement that writes again until when the users of the selected ids have a licence. */
const refreshLicences = (userIds: string): string => `update listed_user_facts
  set licences_until = coalesce((select max(expires_at) from licenses where licenses.user_id = listed_user_facts.user_id and ${isCurrent}), 0)
  where user_id in (${userIds});`;

/** Fills the table at once: for the migration, and for a load of many users while the triggers are disabled. */
export const fillUserFacts = `insert into listed_user_facts (user_id, last_sign_in, licences_until) select users.id,
    coalesce((select max(at) from (
      select created_at as at from sessions where sessions.user_id = users.id and is_viewing = 0
      union all select last_seen_at from known_devices where known_devices.user_id = users.id
      union all select at from user_history where user_history.user_id = users.id and to_status = 'active'
    ) as signs), 0),
    coalesce((select max(expires_at) from licenses where licenses.user_id = users.id and ${isCurrent}), 0)
  from users where status <> 'deleted'`;

/**
 * Facts about users by which the list of users is filtered, and which it would otherwise compute for each row: the last sign-in, and the last
 * day on which the user has a licence that was neither revoked nor replaced; 0 for none. Whether such a licence is still valid depends on
 * the time of the query, so the table needs no job. Triggers write the facts in the transaction of the change, like the other columns of
 * the list (`0011-user-lists`). Before this migration no table kept the last sign-in, so the first value is the last trace of one.
 */
export const listFields = {
  name: '0017-list-fields',
  steps: [
    createTable('listed_user_facts', {
      user_id: primary(cascadeReference('users.id')),
      last_sign_in: withDefault(0, moment),
      licences_until: withDefault(0, moment),
    }),
    createNamedIndex('listed_user_facts_by_sign_in', 'listed_user_facts', ['last_sign_in', 'user_id']),
    createNamedIndex('listed_user_facts_by_licences', 'listed_user_facts', ['licences_until', 'user_id']),
    // The indexes count the valid licences of a user, and find the users whose next licence expires in a range of days.
    createPartialIndex('licenses', ['user_id', 'expires_at'], isCurrent),
    createPartialIndex('licenses', ['expires_at', 'user_id'], isCurrent),
    runSql(fillUserFacts),
    // A job writes the search texts again, with other spellings of names.
    insertRows('search_indexes', [{ name: 'spellings', indexed_to: 0 }]),
    // A restored user gets a search text again.
    ...createTrigger(
      'user_search_facts',
      'insert on user_search',
      `insert into listed_user_facts (user_id) values (new.user_id) on conflict (user_id) do nothing; ${refreshLicences('new.user_id')}`,
    ),
    ...createTrigger(
      'sessions_facts',
      'insert on sessions',
      `update listed_user_facts set last_sign_in = new.created_at
        where user_id = new.user_id and last_sign_in < new.created_at and new.is_viewing = 0;`,
    ),
    ...createTrigger('licenses_facts', 'insert on licenses', refreshLicences('new.user_id')),
    ...createTrigger(
      'licenses_facts_changed',
      'update of user_id, expires_at, revoked_at, replaced_at on licenses',
      refreshLicences('old.user_id, new.user_id'),
    ),
    ...createTrigger('licenses_facts_removed', 'delete on licenses', refreshLicences('old.user_id')),
  ],
} as const;
