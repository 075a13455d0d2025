import { selections, type SelectedUser } from '@basics/contract/mass-acts/selections.ts';
import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/session/bulk/in-parts.ts';

/** Finds all users who match the filters, without the signed-in user, with one call for any number of users. */
export async function selectAllUsers(filters: object, ownId: number): Promise<SelectedUser[]> {
  const body = selections.users.body.parse({ ...filters, except: [ownId] });
  return (await call(selections.users, { body })).items;
}

/** Deletes users; returns the outcome for each id. */
export const removeUsers = (ids: readonly number[]) =>
  callInParts(ids, (batchOfIds) => call(users.removeMany, { body: batchOfIds }));
