import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { findRefusedFields } from './accept-fields.ts';
import { recordChange } from './acting.ts';
import type { UserChangeContext } from './acting.ts';
import { toGrantedTool } from './user.ts';
import type { UserTool } from './user.ts';
import { findBrands, findTools, findGrantsOfUsers } from './users.repository.ts';
import { changeUser, lockUserInScope, replaceGrants } from './write-user.repository.ts';

type ToolAndBrand = { tool: string; brand: string };

/**
 * Grants a user in scope a tool for a brand without an end date, in addition to existing grants; an expired grant is opened again. Throws
 * USER_NOT_FOUND, NOT_PERMITTED, or INVALID at `tool` or `brand`.
 */
export async function grantTool(
  trx: Trx,
  acting: UserChangeContext,
  userId: number,
  wanted: ToolAndBrand,
): Promise<void> {
  const { actor } = acting;
  if (actor.userId === userId || !actor.permissions.includes('users.edit')) throw problem('NOT_PERMITTED');
  const row = await lockUserInScope(trx, actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  const before = (await findGrantsOfUsers(trx, [userId])).map(toGrantedTool);
  const after = addGrant(before, wanted);
  const catalogue = { brands: await findBrands(trx), tools: await findTools(trx) };
  const refused = findRefusedFields({
    wanted: { tools: after },
    granted: before,
    permissions: actor.permissions,
    catalogue,
  });
  if (Object.keys(refused).length > 0) throw invalid(renameFields(refused));
  if (!(await changeUser(trx, row, {}))) throw problem('STALE');
  await replaceGrants(trx, userId, after);
  await recordChange(trx, acting, {
    action: 'user.update',
    userId,
    before: { tools: before },
    after: { tools: after },
  });
}

function addGrant(before: readonly UserTool[], { tool, brand }: ToolAndBrand): UserTool[] {
  const isWanted = (grant: UserTool): boolean => grant.tool === tool && grant.brand === brand;
  const open = { validFrom: null, validTo: null };
  if (before.some(isWanted)) return before.map((grant) => (isWanted(grant) ? { ...grant, ...open } : grant));
  return [...before, { tool, brand, configTools: [], ...open }];
}

/** Renames a path such as `tools.2.brand` to the field of this call, which has only one tool. */
const renameFields = (refused: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(refused).map(([path, message]) =>
      path.endsWith('.brand') ? ['brand', words.notAllowed] : ['tool', message],
    ),
  );
