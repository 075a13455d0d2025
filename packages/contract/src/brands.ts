import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A brand as the browser needs it; its colours and its mark come as the style sheet and the pictures below /brands. */
export const brand = z.strictObject({
  id: z.string(),
  name: z.string(),
  theme: z.string(),
  supportEmail: z.string(),
  legalEntity: z.string(),
});
export type Brand = z.infer<typeof brand>;

/** What the portal must know before anybody signs in; `brand` is the id of the look that this address shows. */
export const portalSetup = z.strictObject({
  brand: z.string(),
  brands: z.array(brand),
  demo: z.boolean(),
  pocUrl: z.nullable(z.string()),
});
export type PortalSetup = z.infer<typeof portalSetup>;

export const brands = {
  setup: endpoint({
    name: 'brands.setup',
    summary: 'The looks there are, and the one for the address asked',
    method: 'GET',
    path: '/brand/data',
    access: 'public',
    reply: portalSetup,
    problems: [],
  }),
};
