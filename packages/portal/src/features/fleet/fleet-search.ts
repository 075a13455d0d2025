import * as z from 'zod/mini';

const optionalText = z.optional(z.string());

/** The filters in the address of the page. */
export const fleetSearch = z.object({
  tool: optionalText,
  country: optionalText,
  brand: optionalText,
  version: optionalText,
});
export type FleetFilter = z.infer<typeof fleetSearch>;
