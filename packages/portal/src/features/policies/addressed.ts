import * as z from 'zod/mini';

/** What the address remembers of the screen. Without a tool it is the first one, without a brand too; `all` shows all brands. */
export const addressed = z.object({ tool: z.optional(z.string()), brand: z.optional(z.string()) });

export const everyBrand = 'all';
