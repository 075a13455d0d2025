import type { Body } from '@basics/contract/calls/endpoint.ts';
import { findRole, isStaffProfile } from '@basics/contract/calls/permissions.ts';
import type { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { recordAudits } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { requireCurrentVersion } from '#server/platform/writing.ts';
import {
  findRefusedFields,
  requireOwnCustomer,
  toChangedColumns,
  findChangedFields,
  toUserValues,
} from './accept-fields.ts';
import type { Catalogue, UserChanges, UserValues } from './accept-fields.ts';
import { endAbsencesOf } from '../absence/absences.ts';
import { keepInMachineScope } from '../scope.repository.ts';
import { createUserAuditEntry, requireStatus, toGrantedTool } from '../user.ts';
import type { UserChangeContext, UserChange } from '../user.ts';
import { deleteOverrides } from '../access/overrides.repository.ts';
import { readPreferences, findPriceLists } from '../current-user.ts';
import { accountStatuses } from '@basics/contract/users/user-lists.ts';
import { writeSearchText } from '../list/search-users.repository.ts';
import { ownFields, searchedNames } from '../user-fields.ts';
import {
  findBrands,
  lockTools,
  findGrantsOfUsers,
  changeUser,
  endAssignments,
  lockAdministrators,
  lockUserInScope,
  replaceGrants,
} from '../users.repository.ts';
import type { LockedUser } from '../users.repository.ts';

type UpdateInput = Body<typeof users.update>;

/**
 * Changes a user in the actor's scope, or the actor's own account. A field that is sent with its current value is
 * ignored, so that a form can send all its fields. Throws USER_NOT_FOUND, STALE, OWN_ACCOUNT, LAST_ADMINISTRATOR, or
 * INVALID with a message for each wrong field.
 */
export function updateUser(
  context: UserChangeContext,
  userId: number,
  { version, ...sentFields }: UpdateInput,
): Promise<void> {
  return context.database.transact(async (trx) => {
    const administrators = sentFields.profileID === undefined ? null : await lockAdministrators(trx);
    const row = await lockUserInScope(trx, context.actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    requireStatus('change', row.status);
    requireCurrentVersion(row, version);
    const oldValues = toUserValues(row, (await findGrantsOfUsers(trx, [userId])).map(toGrantedTool));
    const sent = { row, before: oldValues, sentFields };
    const changes = await findAllowedChanges(trx, context.actor, sent, async ({ tools }) => ({
      brands: await findBrands(trx),
      tools: tools ? await lockTools(trx) : [],
    }));
    if (Object.keys(changes).length === 0) return;
    if (administrators && removesAdministrator(row, changes) && administrators.every((id) => id === userId))
      throw problem('LAST_ADMINISTRATOR');
    const recordedChanges = await writeChanges(trx, context, { row, before: oldValues, changes });
    await keepInMachineScope(trx, context.actor, userId);
    await recordAudits(
      trx,
      recordedChanges.map((change) => createUserAuditEntry(context, change)),
    );
  });
}

type SentUpdate = { row: LockedUser; before: UserValues; sentFields: Omit<UpdateInput, 'version'> };

/**
 * Returns the sent fields that differ from the current values. Throws the problems of `requireAcceptable` and
 * `requireOwnCustomer`. `findCatalogue` is called only if a field differs.
 */
export async function findAllowedChanges(
  db: Db,
  actor: Actor,
  { row, before, sentFields }: SentUpdate,
  findCatalogue: (changes: UserChanges) => Promise<Catalogue>,
): Promise<UserChanges> {
  const changes = findChangedFields(before, sentFields);
  if (Object.keys(changes).length === 0) return changes;
  requireAcceptable(actor, { row, before, changes }, await findCatalogue(changes));
  await requireOwnCustomer(db, actor, { userId: row.id, changes });
  return changes;
}

/** A user before a change, and the changed fields. */
export type UserUpdate = { row: LockedUser; before: UserValues; changes: UserChanges };

/**
 * Checks whether the actor may make these changes. Throws OWN_ACCOUNT, NOT_PERMITTED, or INVALID with a message for
 * each field that is wrong or that the actor may not change.
 */
export function requireAcceptable(actor: Actor, update: UserUpdate, catalogue: Catalogue): void {
  requireFitsCompany(update);
  requireAllowed(actor, update.row.id, update.changes);
  requireValid(actor, update, catalogue);
}

/** Throws INVALID for a change of a member that only the page of the company makes, or that nobody makes. */
function requireFitsCompany({ row, changes }: UserUpdate): void {
  if (row.companyId === null) return;
  if (changes.company !== undefined) throw invalid({ company: serverMessages.companyOfMember });
  // Otherwise a member of staff would be the manager of a company, which `joinCompany` refuses too.
  if (changes.profileID !== undefined && isStaffProfile(changes.profileID))
    throw invalid({ profileID: serverMessages.staffInCompany });
}

export const hasAccount = (status: string): boolean =>
  accountStatuses.some((decidedStatus) => decidedStatus === status);

export const removesAdministrator = (row: LockedUser, { profileID }: UserChanges): boolean =>
  row.profileId === 1 && row.status === 'active' && profileID !== undefined;

/**
 * Checks which fields the actor may change. In the own account, an administrator may change all fields except the
 * profile, and other users may change only the fields in `ownFields`.
 */
function requireAllowed(actor: Actor, userId: number, changes: UserChanges): void {
  const isOwn = actor.userId === userId;
  if (isOwn && changes.profileID !== undefined) throw problem('OWN_ACCOUNT');
  if (!isOwn && !actor.permissions.includes('users.edit')) throw problem('NOT_PERMITTED');
  const canChangeAll = !isOwn || findRole(actor.profileID) === 'Administrator';
  const refusedFields = Object.keys(changes).filter((field) => {
    if (field === 'preferences') return !isOwn;
    if (field === 'profileID') return !actor.permissions.includes('users.change-profile');
    return !canChangeAll && !ownFields.has(field);
  });
  if (refusedFields.length > 0)
    throw invalid(Object.fromEntries(refusedFields.map((field) => [field, fieldMessages.notAllowed])));
}

function requireValid({ permissions }: Actor, { before, changes }: UserUpdate, catalogue: Catalogue): void {
  const refusedFields = findRefusedFields({
    fields: changes,
    currentTools: before.tools,
    permissions,
    catalogue,
  });
  const priceList = changes.preferences?.priceList ?? null;
  const priceLists = findPriceLists({
    brand: changes.brand ?? before.brand,
    country: changes.country ?? before.country,
  });
  if (priceList !== null && !priceLists.some(({ id }) => id === priceList))
    refusedFields['preferences.priceList'] = fieldMessages.notAllowed;
  if (Object.keys(refusedFields).length > 0) throw invalid(refusedFields);
}

/**
 * Writes validated changes, and returns the data for the audit entries. Throws STALE if the user was changed meanwhile.
 */
export async function writeChanges(
  trx: Trx,
  { at }: Pick<UserChangeContext, 'at'>,
  update: UserUpdate,
): Promise<UserChange[]> {
  const { row, before, changes } = update;
  const columns = toChangedColumns(changes);
  if (!(await changeUser(trx, row, columns))) throw problem('STALE');
  if (changes.tools) await replaceGrants(trx, row.id, changes.tools);
  if (searchedNames.some((name) => name in changes)) await writeSearchText(trx, row.id, { ...row, ...columns });
  const endedAbsences: UserChange[] = [];
  if (changes.profileID !== undefined) {
    await endAllSessions(trx, row.id, at);
    // Additional permissions end with the former profile, because they were given for the work of that profile.
    await deleteOverrides(trx, row.id);
    endedAbsences.push(...(await endAbsencesOf(trx, row.id, at)));
    if (row.profileId === 2) await endAssignments(trx, row.id);
  }
  const changedNames = Object.keys(changes);
  const oldValues = Object.entries({ ...before, preferences: readPreferences(row.preferences) });
  const userChange: UserChange = {
    action: 'user.update',
    userId: row.id,
    before: Object.fromEntries(oldValues.filter(([field]) => changedNames.includes(field))),
    after: changes,
  };
  return [userChange, ...endedAbsences];
}
