import * as z from 'zod/mini';

/**
 * The search parameters of the page of the policies. Without `tool` or `brand`, the page shows the first tool or brand. The brand `all`
 * means all brands.
 */
export const policySearch = z.object({ tool: z.optional(z.string()), brand: z.optional(z.string()) });

export const allBrandsId = 'all';
