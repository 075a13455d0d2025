import * as z from 'zod/mini';

const text = z.optional(z.string());

/** The filters in the address of the page. */
export const fleetSearch = z.object({ tool: text, country: text, brand: text, version: text });
export type FleetFilter = z.infer<typeof fleetSearch>;
