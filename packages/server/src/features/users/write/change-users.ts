import type { BulkResult, bulkUsers, GrantEffect, MassEffect, PreviewFields } from '@basics/contract/calls/bulk.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { updateUserBody, userFields } from '@basics/contract/users/user-fields.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import * as z from 'zod/mini';
import {
  findOutcome,
  listDone,
  runBulk,
  runInOneTransaction,
  toPreviewFields,
  type RowDetails,
  type WithIds,
} from '#server/platform/bulk.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { parseShape } from '#server/platform/http/parse-input.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { recordUndo, toBulkUndoFields, type Restore } from '#server/platform/undo/undo.repository.ts';
import { requireStatus, toGrantedTool, recordUserChange, type UserChangeContext, type UserTool } from '../user.ts';
import { applyChanges, type WriteContext } from '#server/platform/writing.ts';
import { claimInvitation, inviteUser, requireSuspendable, suspendUser } from '../access/user-access.ts';
import { previewRemoval, removeUserWithUndo } from '../deletion/remove-users.ts';
import { findAllowedChanges, updateUser } from './update-user.ts';
import { toUserValues, findRefusedFields } from './accept-fields.ts';
import {
  countTouched,
  findBrands,
  findGrantsOfUsers,
  findUserInScope,
  findUsersInScope,
  hasLicenseSince,
  lockTools,
  lockAdministrators,
  findTools,
  changeUser,
  lockUserInScope,
  replaceGrants,
  restoreAssignments,
} from '../users.repository.ts';
import type { Trx } from '#server/database/foundation.ts';
import { setMembership } from '#server/features/companies/members.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';

type Change = Body<typeof bulkUsers.changeMany> & WithIds;
type WithoutSelection<Changes> = Changes extends unknown
  ? Omit<Changes, 'ids' | 'selection' | 'seen' | 'from' | 'preview' | 'background'>
  : never;
/** The change of a bulk call, without the users. */
export type UserChange = WithoutSelection<Change>;

/** Makes the same change to many users, or previews it. */
export async function changeUsers(
  context: UserChangeContext,
  change: Change,
): Promise<Reply<typeof bulkUsers.changeMany>> {
  if (change.preview) return previewUserChanges(context, change);
  const { results } = await runBulk({
    database: context.database,
    ids: change.ids,
    preview: false,
    changeRecord: (database, id) => changeOneUser({ ...context, database }, id, change),
  });
  return { results, ...toBulkUndoFields(context, results, false) };
}

/**
 * Applies the change of a bulk call to one user, with the function that also changes a single user. Throws the problems
 * of that function, NO_TOOL_GRANT, or INVALID if the resulting tools are not allowed. Returns the first and last day of
 * the tool that was granted or ended.
 */
export async function changeOneUser(
  context: UserChangeContext,
  userId: number,
  change: UserChange,
): Promise<RowDetails> {
  requireMayChange(context.actor, change);
  if (change.change === 'invite') {
    await inviteUser(context, userId);
    return { effect: 'invited' };
  }
  const { database, actor, at } = context;
  if (change.change === 'delete')
    return runInOneTransaction(database, (transaction) =>
      removeUserWithUndo({ ...context, database: transaction, forGood: false }, userId),
    );
  const row = await findUserInScope(database.kysely, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  const { version } = row;
  if (change.change === 'suspend') {
    await suspendUser(context, { userId, version, reason: change.reason });
    return { effect: 'suspended' };
  }
  const tools = (await findGrantsOfUsers(database.kysely, [userId])).map(toGrantedTool);
  const { sentFields, details } = prepareChange({ brandId: row.brandId, tools }, change, at);
  const before = change.change === 'brand' ? row.brandId && { brand: row.brandId } : { tools };
  await runInOneTransaction(database, async (transaction) => {
    await updateUser({ ...context, database: transaction }, userId, { version, ...sentFields });
    // A user cannot lose the brand again.
    if (details.effect === 'unchanged' || !before) return;
    const act = { kind: 'fields', userId, payload: { version: version + 1, ...before } } as const;
    await transaction.transact((trx) => recordUndo(trx, context, act));
  });
  return details;
}

/** Throws NOT_PERMITTED. The deletion needs another permission than the other changes. */
export function requireMayChange(
  { permissions }: Pick<Actor, 'permissions'>,
  { change }: Pick<UserChange, 'change'>,
): void {
  if (!permissions.includes(change === 'delete' ? 'users.delete' : 'users.edit')) throw problem('NOT_PERMITTED');
}

const storedVersion = z.looseObject({
  version: z.int(),
  /** The company that the user joined by the act, and when. */
  joined: z.optional(z.strictObject({ companyId: z.int(), at: z.int() })),
  /** The assignments that ended because the user was no salesman any longer. */
  assignments: z._default(
    z.array(z.strictObject({ country: z.string(), continent: z.string(), brandId: z.string() })),
    [],
  ),
});

/** Undoes a change of the fields of a user, with the rules for such a change. */
export const restoreFields: Restore = async (trx, context, { userId, payload }) => {
  const { version, joined, assignments, ...storedFields } = storedVersion.parse(JSON.parse(payload));
  const fields = toAcceptedFields(storedFields);
  const row = await lockUserInScope(trx, context.actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (row.version !== version) throw problem('CHANGED_SINCE');
  if (joined) await leaveJoinedCompany(trx, context, { ...joined, userId });
  await updateUser(context, userId, { version: version + (joined ? 1 : 0), ...fields });
  await restoreAssignments(trx, userId, assignments);
  return [
    ...(storedFields['brand'] === null ? [phrases().brandStays()] : []),
    ...(storedFields['profileID'] === undefined ? [] : [phrases().profileEnded()]),
  ];
};

/** Takes a user out of the company that the undone act added the user to. Throws CHANGED_SINCE if the user got a licence there. */
async function leaveJoinedCompany(
  trx: Trx,
  context: WriteContext,
  { userId, companyId, at }: { userId: number; companyId: number; at: number },
): Promise<void> {
  if (await hasLicenseSince(trx, userId, at)) throw problem('CHANGED_SINCE');
  await setMembership(trx, [userId], { companyId: null, companyRole: 'member' });
  await recordAction(trx, context, {
    action: 'company.leave',
    subject: { kind: 'company', id: companyId },
    before: { userId },
  });
}

/** Returns the fields of a change. A user cannot lose the brand again. Throws INVALID for values that are no longer accepted. */
function toAcceptedFields({ brand = null, ...fields }: Record<string, unknown>) {
  const parsed = parseShape(updateUserBody, { ...fields, ...(brand !== null && { brand }) });
  if ('fields' in parsed) throw invalid(parsed.fields);
  return parsed.value;
}

/**
 * Returns the outcome that the change would have for each user. The functions that decide are the same as in the change. The users, their
 * tools and the catalogue are read once for all users, so that a preview of many users takes little time.
 */
export async function previewUserChanges(context: UserChangeContext, change: Change): Promise<BulkUserPreview> {
  const { database } = context;
  if (change.change === 'delete') return previewRemoval(context, change.ids);
  const { results } =
    change.change === 'invite'
      ? await runBulk({
          database,
          ids: change.ids,
          preview: true,
          changeRecord: async (transaction, id): Promise<RowDetails> => {
            await claimInvitation({ ...context, database: transaction }, id);
            return { effect: 'invited' };
          },
        })
      : await decideAll(context, change);
  return { results, ...toPreviewFields(results, await countTouched(database.kysely, listDone(results))) };
}

type BulkUserPreview = { results: BulkResult[] } & PreviewFields;

async function decideAll(
  { database: { kysely }, actor, at }: UserChangeContext,
  change: Exclude<Change, { change: 'invite' | 'delete' }>,
): Promise<{ results: BulkResult[] }> {
  const ids = [...new Set(change.ids)];
  const rows = new Map((await findUsersInScope(kysely, actor, ids)).map((row) => [row.id, row]));
  const grants = Map.groupBy(await findGrantsOfUsers(kysely, ids), ({ userId }) => userId);
  const administrators = await lockAdministrators(kysely);
  const catalogue = { brands: await findBrands(kysely), tools: await lockTools(kysely) };
  async function decide(id: number): Promise<RowDetails> {
    const row = rows.get(id);
    if (!row) throw problem('USER_NOT_FOUND');
    if (change.change === 'suspend') {
      requireSuspendable(actor, row, administrators);
      return { effect: 'suspended' };
    }
    const tools = (grants.get(id) ?? []).map(toGrantedTool);
    const { sentFields, details } = prepareChange({ brandId: row.brandId, tools }, change, at);
    requireStatus('change', row.status);
    await findAllowedChanges(kysely, actor, { row, before: toUserValues(row, tools), sentFields }, () =>
      Promise.resolve(catalogue),
    );
    return details;
  }
  const results: BulkResult[] = [];
  // oxlint-disable-next-line no-await-in-loop -- the queries of a deputy run one after the other
  for (const id of ids) results.push({ id, ...(await findOutcome(() => decide(id))) });
  return { results };
}

type FieldChange = Exclude<UserChange, { change: 'invite' | 'suspend' | 'delete' }>;
type CurrentUser = { brandId: string | null; tools: readonly UserTool[] };

/** Returns the fields to write for one user, and the effect. Throws NO_TOOL_GRANT, or INVALID if the resulting tools are not allowed. */
function prepareChange({ brandId, tools }: CurrentUser, change: FieldChange, at: number) {
  if (change.change === 'brand') {
    const effect: MassEffect = brandId === change.brand ? 'unchanged' : 'brandChanged';
    return { sentFields: { brand: change.brand }, details: { effect } };
  }
  const parsedTools = parseShape(userFields.tools, changeTools(tools, change, yesterday(at)));
  if ('fields' in parsedTools) throw invalid({ tools: Object.values(parsedTools.fields)[0] ?? fieldMessages.tool });
  const details: RowDetails = {
    effect: findEffect(tools, parsedTools.value, change),
    ...((change.change === 'grant' || change.change === 'endGrant') && {
      grant: findTerm(tools, parsedTools.value, change),
    }),
  };
  return { sentFields: { tools: parsedTools.value }, details };
}

type ToolChange = Extract<UserChange, { tool: string }>;

function changeTools(tools: readonly UserTool[], change: ToolChange, yesterdayText: string): UserTool[] {
  if (change.change === 'grant') return addGrant(tools, change);
  if (change.change === 'endGrant') return endGrant(tools, change, yesterdayText);
  return changeAddOns(tools, change, (otherAddOns) =>
    change.change === 'addAddOn' ? [...otherAddOns, change.addOn] : otherAddOns,
  );
}

type ToolAndBrand = { tool: string; brand: string };
type Grant = ToolAndBrand & { validTo?: string | null | undefined; configTools?: string[] | undefined };

const isGrantOf =
  ({ tool, brand }: ToolAndBrand) =>
  (grant: UserTool): boolean =>
    grant.tool === tool && grant.brand === brand;

/** Names the effect on a tool. If the effect takes something away and also adds something, the effect is what it takes away. */
function findEffect(before: readonly UserTool[], after: readonly UserTool[], change: ToolChange): MassEffect {
  const grantBefore = before.find(isGrantOf(change));
  const grantAfter = after.find(isGrantOf(change));
  if (!grantBefore) return 'newTool';
  if (!grantAfter) return 'toolEnded';
  const [lastDayBefore, lastDayAfter] = [grantBefore.validTo, grantAfter.validTo];
  const isShorter = lastDayAfter !== null && (lastDayBefore === null || lastDayAfter < lastDayBefore);
  if (isShorter) return change.change === 'endGrant' ? 'toolEnded' : 'shorterTerm';
  if (grantBefore.configTools.some((addOn) => !grantAfter.configTools.includes(addOn))) return 'addOnsEnded';
  if (lastDayBefore !== lastDayAfter && change.change !== 'endGrant') return 'longerTerm';
  return grantAfter.configTools.length > grantBefore.configTools.length ? 'addOnsAdded' : 'unchanged';
}

/** Returns the first and last day of a tool before and after the change. */
function findTerm(before: readonly UserTool[], after: readonly UserTool[], toolAndBrand: ToolAndBrand): GrantEffect {
  const readDays = (tools: readonly UserTool[]) => {
    const grant = tools.find(isGrantOf(toolAndBrand));
    return grant ? { validFrom: grant.validFrom, validTo: grant.validTo } : null;
  };
  return { ...(readDays(after) ?? { validFrom: null, validTo: null }), before: readDays(before) };
}

/**
 * Adds a grant of a tool. If the user already has the tool, changes its last day and its add-ons, if they are given.
 */
function addGrant(tools: readonly UserTool[], { tool, brand, validTo, configTools }: Grant): UserTool[] {
  const existingGrant = tools.find(isGrantOf({ tool, brand }));
  const grant = existingGrant ?? { tool, brand, configTools: [], validFrom: null, validTo: null };
  const changedGrant = applyChanges(grant, { validTo, configTools });
  return existingGrant
    ? tools.map((currentGrant) => (currentGrant === existingGrant ? changedGrant : currentGrant))
    : [...tools, changedGrant];
}

/**
 * Adds an add-on to a tool that the user has, or removes it. The first and last day and the other add-ons of the tool
 * do not change.
 */
function changeAddOns(
  tools: readonly UserTool[],
  { addOn, ...toolAndBrand }: ToolAndBrand & { addOn: string },
  withAddOn: (otherAddOns: string[]) => string[],
): UserTool[] {
  if (!tools.some(isGrantOf(toolAndBrand))) throw problem('NO_TOOL_GRANT');
  return tools.map((grant) =>
    isGrantOf(toolAndBrand)(grant)
      ? { ...grant, configTools: withAddOn(grant.configTools.filter((id) => id !== addOn)) }
      : grant,
  );
}

/** Ends the grant of a tool by setting its last day. The grant is not deleted, so that the account still shows it. */
function endGrant(tools: readonly UserTool[], toolAndBrand: ToolAndBrand, lastDay: string): UserTool[] {
  if (!tools.some(isGrantOf(toolAndBrand))) throw problem('NO_TOOL_GRANT');
  const endOnLastDay = (grant: UserTool): UserTool => ({
    ...grant,
    validTo: lastDay,
    validFrom: grant.validFrom !== null && grant.validFrom > lastDay ? lastDay : grant.validFrom,
  });
  return tools.map((grant) => (isGrantOf(toolAndBrand)(grant) ? endOnLastDay(grant) : grant));
}

const yesterday = (at: number): string => new Date(at - days(1)).toISOString().slice(0, 10);

type RequestedGrant = { tool: string; brand: string; validTo: string | null };

/**
 * Grants a tool of a brand, through a last day (null: without an end), to a user in the actor's scope, in addition to
 * the existing grants. An expired grant becomes valid again. A grant that already lasts longer keeps its last day,
 * because a colleague may have extended it meanwhile. Throws USER_NOT_FOUND, NOT_PERMITTED, or INVALID at `tool`,
 * `brand` or `validTo`.
 */
export async function grantTool(
  trx: Trx,
  context: UserChangeContext,
  userId: number,
  requestedGrant: RequestedGrant,
): Promise<void> {
  const { actor } = context;
  if (actor.userId === userId || !actor.permissions.includes('users.edit')) throw problem('NOT_PERMITTED');
  if (requestedGrant.validTo !== null && requestedGrant.validTo < toUtcDay(context.at))
    throw invalid({ validTo: fieldMessages.daysInOrder });
  const row = await lockUserInScope(trx, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  const toolsBefore = (await findGrantsOfUsers(trx, [userId])).map(toGrantedTool);
  const toolsAfter = addRequestedGrant(toolsBefore, requestedGrant);
  const catalogue = { brands: await findBrands(trx), tools: await findTools(trx) };
  const refusedFields = findRefusedFields({
    fields: { tools: toolsAfter },
    currentTools: toolsBefore,
    permissions: actor.permissions,
    catalogue,
  });
  if (Object.keys(refusedFields).length > 0) throw invalid(renameFields(refusedFields));
  if (!(await changeUser(trx, row, {}))) throw problem('STALE');
  await replaceGrants(trx, userId, toolsAfter);
  await recordUserChange(trx, context, {
    action: 'user.update',
    userId,
    before: { tools: toolsBefore },
    after: { tools: toolsAfter },
  });
}

function addRequestedGrant(currentTools: readonly UserTool[], { tool, brand, validTo }: RequestedGrant): UserTool[] {
  const isRequestedGrant = (grant: UserTool): boolean => grant.tool === tool && grant.brand === brand;
  if (currentTools.some(isRequestedGrant))
    return currentTools.map((grant) =>
      isRequestedGrant(grant)
        ? { ...grant, validFrom: null, validTo: findLaterLastDay(grant.validTo, validTo) }
        : grant,
    );
  return [...currentTools, { tool, brand, configTools: [], validFrom: null, validTo }];
}

/** Returns the later of two last days (`YYYY-MM-DD`). Null means without an end, so null is later than any day. */
function findLaterLastDay(oneLastDay: string | null, otherLastDay: string | null): string | null {
  if (oneLastDay === null || otherLastDay === null) return null;
  return oneLastDay > otherLastDay ? oneLastDay : otherLastDay;
}

/** Renames the path of a refused field, such as `tools.2.brand`, to the name of the field in this call, which grants only one tool. */
const renameFields = (refusedFields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(refusedFields).map(([path, message]) =>
      path.endsWith('.brand') ? ['brand', fieldMessages.notAllowed] : ['tool', message],
    ),
  );
