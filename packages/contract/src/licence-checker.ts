/**
 * The data that the portal writes into the licence checker saved as one file, in the `meta` element with this name. The page parses it
 * without a schema library, which would be larger than the page.
 */
export const savedCheckerMeta = 'basics-licence-checker';

export type SavedChecker = {
  /** The address of the portal, and when the file was created (ISO 8601). */
  portal: string;
  madeAt: string;
  /** The theme of these style sheets to use. */
  theme: string;
  looks: string;
  supportEmail: string;
  brands: readonly { id: string; name: string }[];
  /** The keys, as the portal publishes them. */
  keys: readonly { kid: string; publicKey: string; status: string }[];
};
