import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { Tool, tools } from '@basics/contract/tools/tools.ts';
import type { Db } from '#server/database/foundation.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { nameAddOns } from './add-ons.ts';
import { findCatalogue, countUses } from './catalogue.repository.ts';
import { toTools } from './tool.ts';
import { findBrandNumbers, findConfigTools, findGrants } from './tools.repository.ts';

/** Lists the tools with their add-ons, and how often each is used. */
export const listTools = async ({ db, at }: Pick<CallContext, 'db' | 'at'>): Promise<{ items: Tool[] }> => ({
  items: toTools(await findCatalogue(db), await countUses(db, at)),
});

/** Reads one tool. Throws RESULTS_NOT_FOUND. */
export async function readTool(context: Pick<CallContext, 'db' | 'at'>, id: string): Promise<Tool> {
  const tool = (await listTools(context)).items.find((candidate) => candidate.id === id);
  if (!tool) throw problem('RESULTS_NOT_FOUND');
  return tool;
}

/** Lists the add-ons that are not retired, and the retired add-ons that the user has. */
export async function listConfigTools({
  db,
  actor,
  at,
}: Pick<CallContext, 'db' | 'actor' | 'at'>): Promise<Reply<typeof tools.configTools>> {
  const ownAddOns = (await findGrants(db, actor.userId, toUtcDay(at))).flatMap((row) => parseTexts(row.configTools));
  const rows = await findConfigTools(db);
  return {
    items: rows
      .filter(({ id, isRetired }) => !isRetired || ownAddOns.includes(id))
      .map(({ id, name, tool }) => ({ id, name, tool })),
  };
}

/** Lists the tools for which a user in the scope of the actor can get a licence. Throws USER_NOT_FOUND. */
export async function listLicensableTools(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
): Promise<Reply<typeof tools.licensable>> {
  await requireInScope(db, actor, userId, 'licences');
  const rows = await findGrants(db, userId, toUtcDay(at));
  const addOns = await findConfigTools(db);
  return {
    items: rows.map((row) => ({
      tool: row.toolId,
      toolName: row.toolName,
      brand: row.brandId,
      brandName: row.brandName,
      configTools: parseTexts(row.configTools),
      addOns: nameAddOns(row.configTools, addOns),
      validFrom: row.validFrom,
      validTo: row.validTo,
    })),
  };
}

/**
 * Lists the names of the tools, add-ons and brands for which licence codes contain numbers and bits. The counts of uses
 * are left out of the list, because they are slower to read and not public.
 */
export async function listPublishedTools(db: Db) {
  const catalogue = toTools(await findCatalogue(db), { grants: [], issued: [], requests: [] });
  const brands = await findBrandNumbers(db);
  return {
    tools: catalogue.map(({ id, name, code, addOns }) => ({
      id,
      name,
      number: code,
      addOns: addOns.map((addOn) => ({ id: addOn.id, name: addOn.name, bit: addOn.bit })),
    })),
    brands: brands.map(({ id, name, code }) => ({ id, name, number: code })),
  };
}
