import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** A brand as the browser needs it; its colours and its logo are in the style sheet and the images below /brands. */
const brand = z.strictObject({
  id: z.string(),
  name: z.string(),
  theme: z.string(),
  supportEmail: z.string(),
  legalEntity: z.string(),
});
export type Brand = z.infer<typeof brand>;

/** An account of the demo, whose password is public. */
const demoAccount = z.strictObject({ login: z.string(), password: z.string(), profileID: z.nullable(z.int()) });
export type DemoAccount = z.infer<typeof demoAccount>;

/**
 * What the portal must know before anybody signs in. `brand` is the id of the brand for this address: that of its host name, which is
 * kept after signing in, or the default, which is replaced by the brand of the user.
 */
export const portalSetup = z.strictObject({
  brand: z.string(),
  brandBy: z.enum(['host', 'default']),
  brands: z.array(brand),
  demo: z.boolean(),
  /** Only in a demo: the accounts that can be chosen on the sign-in page. */
  demoAccounts: z.optional(z.array(demoAccount)),
  pocUrl: z.nullable(z.string()),
});
export type PortalSetup = z.infer<typeof portalSetup>;

/**
 * Names of the cookies by which the server knows, before any script runs, what a page must look like: the appearance, whether somebody is
 * signed in, and the brand of that user. They are hints without rights; the portal writes them.
 */
export const pageCookies = { theme: 'basics-theme', signedIn: 'basics-signed-in', brand: 'basics-brand' } as const;

/** The build renders public pages with this brand; the server replaces its values by those of the brand of the request. */
export const prerenderedBrand: Brand = {
  id: 'prerendered-id',
  name: 'prerendered-name',
  theme: 'product',
  supportEmail: 'prerendered-email',
  legalEntity: 'prerendered-entity',
};

/** The build renders the first view for users with this heading; the server replaces it by the title of the route. */
export const prerenderedHeading = 'prerendered-heading';

export const readSetup = endpoint({
  name: 'brands.setup',
  summary: 'All themes, and the theme for the host name of this request',
  method: 'GET',
  path: '/brand/data',
  access: 'public',
  reply: portalSetup,
  problems: [],
});
