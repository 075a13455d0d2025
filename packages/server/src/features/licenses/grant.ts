import type { Entitlement } from '@basics/contract/licenses.ts';
import { problem, problemWith } from '#server/platform/problem.ts';

type Grant = { toolId: string; brandId: string };
type BrandName = { id: string; name: string };

/**
 * Returns the grant for a licence: the requested brand, else the user's own brand, else the first grant. Throws
 * NO_TOOL_GRANT without a grant for the tool, OTHER_BRAND with grants for other brands only.
 */
export function chooseGrant<G extends Grant>(
  grants: readonly G[],
  asked: { tool: BrandName; brand: BrandName | undefined; ownBrand: string | null },
): G {
  const ofTool = grants.filter((grant) => grant.toolId === asked.tool.id);
  const first = ofTool[0];
  if (!first) throw problem('NO_TOOL_GRANT');
  const { tool, brand } = asked;
  if (brand === undefined) return ofTool.find((grant) => grant.brandId === asked.ownBrand) ?? first;
  const named = ofTool.find((grant) => grant.brandId === brand.id);
  if (!named) throw problemWith('OTHER_BRAND', { tool: tool.name, brand: brand.name });
  return named;
}

/** Whether a grant is valid on a day (`YYYY-MM-DD`); its own days are inclusive, null means no limit. */
export function findGrantState(
  { validFrom, validTo }: { validFrom: string | null; validTo: string | null },
  today: string,
): Entitlement['state'] {
  if (validTo !== null && validTo < today) return 'ended';
  return validFrom !== null && validFrom > today ? 'later' : 'valid';
}
