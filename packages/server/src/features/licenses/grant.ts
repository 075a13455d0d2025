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
