import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { licenses } from '@basics/contract/licenses/licenses.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { nameAddOns } from '#server/features/tools/add-ons.ts';
import { findAllGrants, findConfigTools } from '#server/features/tools/tools.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import { formatDay } from './calendar.ts';
import { findGrantState } from './grant.ts';
import { findOwner } from './licenses.repository.ts';

/**
 * Finds the tools that a user in the actor's scope may use now, later, or no longer, and the user's salesmen. Throws USER_NOT_FOUND.
 */
export async function findEntitlements(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
): Promise<Reply<typeof licenses.entitlements>> {
  await requireInScope(db, actor, userId);
  const owner = await findOwner(db, userId);
  if (!owner) throw problem('USER_NOT_FOUND');
  const addOns = await findConfigTools(db);
  const { by, people } = await findCaretakers(db, owner, at);
  const salesmen = by === 'salesmen' ? people : [];
  return {
    company: owner.company,
    caretakers: {
      by,
      names: salesmen.map(({ firstName, lastName, login }) => `${firstName} ${lastName}`.trim() || login),
    },
    items: (await findAllGrants(db, userId)).map((grant) => ({
      tool: grant.toolId,
      toolName: grant.toolName,
      brand: grant.brandId,
      brandName: grant.brandName,
      addOns: nameAddOns(grant.configTools, addOns),
      validFrom: grant.validFrom,
      validTo: grant.validTo,
      state: findGrantState(grant, formatDay(at)),
    })),
  };
}
