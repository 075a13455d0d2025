import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { Trx } from '#server/database/database.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { findRefusedFields } from './accept-fields.ts';
import { recordUserChange } from '../acting.ts';
import type { UserChangeContext } from '../acting.ts';
import { toGrantedTool } from '../user.ts';
import type { UserTool } from '../user.ts';
import { findBrands, findTools, findGrantsOfUsers } from '../users.repository.ts';
import { changeUser, lockUserInScope, replaceGrants } from '../write-user.repository.ts';

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
  const toolsAfter = addGrant(toolsBefore, requestedGrant);
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

function addGrant(currentTools: readonly UserTool[], { tool, brand, validTo }: RequestedGrant): UserTool[] {
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
