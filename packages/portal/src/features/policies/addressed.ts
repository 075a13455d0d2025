import * as z from 'zod/mini';

/** The search parameters of the page. Without `tool` or `brand`, the page shows the first one; the brand `all` shows all brands. */
export const addressed = z.object({ tool: z.optional(z.string()), brand: z.optional(z.string()) });

export const everyBrand = 'all';
