import * as z from 'zod/mini';

const optionalText = z.optional(z.string());

/** The filters in the address of the page. */
export const fleetSearch = z.object({
  tool: optionalText,
  country: optionalText,
  brand: optionalText,
  version: optionalText,
  /** The id of the release note that the dialog to send release notes offers first. */
  note: z.optional(z.coerce.number()),
});
export type FleetFilter = z.infer<typeof fleetSearch>;
