import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';

/**
 * The data of a brand that the browser needs. The colours and the logo of the brand are in the style sheet and the
 * images below /brands.
 */
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
 * The data that the portal needs before a user signs in. `brand` is the id of the brand for the host name of the request. If the host name
 * has a brand, this brand is also shown after the sign-in. If the host name has no brand, the brand of the user replaces the default brand
 * after the sign-in.
 */
export const portalSetup = z.strictObject({
  brand: z.string(),
  brandBy: z.enum(['host', 'default']),
  brands: z.array(brand),
  demo: z.boolean(),
  /**
   * The accounts that a visitor of a demo can choose on the sign-in page. The field is absent if the portal is not a
   * demo.
   */
  demoAccounts: z.optional(z.array(demoAccount)),
  pocUrl: z.nullable(z.string()),
  /**
   * The only origin at which passkeys of this portal work, such as `https://portal.example.com`, and whether this request was sent to it.
   * Null if passkeys work nowhere, because the portal has an IP address instead of a name.
   */
  passkeys: z.nullable(z.strictObject({ origin: z.string(), here: z.boolean() })),
  /** Whether staff can sign in with a work account here. */
  workAccounts: z.optional(z.boolean()),
  /** Whether this portal has files of release notes. */
  downloads: z.optional(z.boolean()),
  /** False if the operator has switched the service worker off. */
  serviceWorker: z.optional(z.boolean()),
});
export type PortalSetup = z.infer<typeof portalSetup>;

/**
 * The names of the cookies that tell the server how to render a page as it is shown before any script runs: the appearance, whether a user
 * is signed in, and the brand of that user. The cookies change only how a page is rendered, and give no permissions. The portal writes
 * these cookies.
 */
export const pageCookies = { theme: 'basics-theme', signedIn: 'basics-signed-in', brand: 'basics-brand' } as const;

/**
 * The build renders public pages with this placeholder brand. For each request, the server replaces the values of the placeholder by those
 * of the real brand.
 */
export const placeholderBrand: Brand = {
  id: 'prerendered-id',
  name: 'prerendered-name',
  theme: 'product',
  supportEmail: 'prerendered-email',
  legalEntity: 'prerendered-entity',
};

/**
 * The build renders public pages with this placeholder for their text. The server replaces the placeholder by the
 * rendered text.
 */
export const placeholderText = 'prerendered-text';

/**
 * The call that returns the setup of the portal. Only the development server of the pages needs this call: in production, the server writes
 * the setup into the page.
 */
export const readSetup = endpoint({
  name: 'brands.setup',
  summary: 'All themes, and the theme for the host name of this request',
  method: 'GET',
  path: '/brand/data',
  access: 'public',
  reply: portalSetup,
  problems: [],
});
