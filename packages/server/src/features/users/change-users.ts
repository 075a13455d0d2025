import type { bulkUsers, GrantEffect } from '@basics/contract/bulk.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { userFields } from '@basics/contract/user-fields.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { runBulk } from '#server/platform/bulk.ts';
import type { RowDetails } from '#server/platform/bulk.ts';
import { days } from '#server/platform/clock.ts';
import { parseShape } from '#server/platform/http/parse-input.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { toBulkUndoFields } from '#server/platform/undo/record-undo.ts';
import type { UserChangeContext } from './acting.ts';
import { applyChanges } from '#server/platform/writing.ts';
import { inviteUser } from './invite-user.ts';
import { suspendUser } from './suspend-user.ts';
import { updateUser } from './update-user.ts';
import { toGrantedTool } from './user.ts';
import type { UserTool } from './user.ts';
import { findGrantsOfUsers, findUserInScope } from './users.repository.ts';

type Change = Body<typeof bulkUsers.changeMany>;

/** Makes the same change to many users, or previews it. */
export async function changeUsers(
  context: UserChangeContext,
  change: Change,
): Promise<Reply<typeof bulkUsers.changeMany>> {
  const { results } = await runBulk({
    database: context.database,
    ids: change.ids,
    preview: change.preview,
    changeRecord: (database, id) => changeOneUser({ ...context, database }, id, change),
  });
  const canUndo = change.change === 'invite' || change.change === 'suspend';
  return { results, ...(canUndo && toBulkUndoFields(context, results, change.preview)) };
}

/**
 * Applies the change of a bulk call to one user, with the function that also changes a single user. Throws the problems
 * of that function, NO_TOOL_GRANT, or INVALID if the resulting tools are not allowed. Returns the first and last day of
 * the tool that was granted or ended.
 */
async function changeOneUser(context: UserChangeContext, userId: number, change: Change): Promise<RowDetails | void> {
  if (change.change === 'invite') return inviteUser(context, userId);
  const { database, actor, at } = context;
  const row = await findUserInScope(database.kysely, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  const { version } = row;
  if (change.change === 'suspend') return suspendUser(context, { userId, version, reason: change.reason });
  if (change.change === 'brand') return updateUser(context, userId, { version, brand: change.brand });
  const tools = (await findGrantsOfUsers(database.kysely, [userId])).map(toGrantedTool);
  const changedTools = changeTools(tools, change, yesterday(at));
  const parsedTools = parseShape(userFields.tools, changedTools);
  if ('fields' in parsedTools) throw invalid({ tools: Object.values(parsedTools.fields)[0] ?? fieldMessages.tool });
  await updateUser(context, userId, { version, tools: parsedTools.value });
  return change.change === 'grant' || change.change === 'endGrant'
    ? { grant: findEffect(tools, parsedTools.value, change) }
    : {};
}

type ToolChange = Extract<Change, { tool: string }>;

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

/** Returns the first and last day of a tool before and after the change. */
function findEffect(before: readonly UserTool[], after: readonly UserTool[], toolAndBrand: ToolAndBrand): GrantEffect {
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
