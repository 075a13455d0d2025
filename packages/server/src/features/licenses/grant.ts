import type { Entitlement } from '@basics/contract/licenses/licenses.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';

type Grant = { toolId: string; brandId: string };
type NamedItem = { id: string; name: string };

/**
 * Returns the grant for a licence: the grant for the requested brand, else for the user's own brand, else the first
 * grant. Throws NO_TOOL_GRANT if there is no grant for the tool, OTHER_BRAND if there are only grants for other brands.
 */
export function chooseGrant<G extends Grant>(
  grants: readonly G[],
  request: { tool: NamedItem; brand: NamedItem | undefined; ownBrand: string | null },
): G {
  const toolGrants = grants.filter((grant) => grant.toolId === request.tool.id);
  const firstGrant = toolGrants[0];
  if (!firstGrant) throw problem('NO_TOOL_GRANT');
  const { tool, brand } = request;
  if (brand === undefined) return toolGrants.find((grant) => grant.brandId === request.ownBrand) ?? firstGrant;
  const brandGrant = toolGrants.find((grant) => grant.brandId === brand.id);
  if (!brandGrant) throw problemWithFacts('OTHER_BRAND', { tool: tool.name, brand: brand.name });
  return brandGrant;
}

/**
 * Returns whether a grant is valid on a day (`YYYY-MM-DD`). The first and the last day of a grant are included; null means that the grant
 * has no first or no last day.
 */
export function findGrantState(
  { validFrom, validTo }: { validFrom: string | null; validTo: string | null },
  today: string,
): Entitlement['state'] {
  if (validTo !== null && validTo < today) return 'ended';
  return validFrom !== null && validFrom > today ? 'later' : 'valid';
}
