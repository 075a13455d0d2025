/**
 * What the portal writes into the checker that is saved as one file, in its `meta` of this name. The page reads it by hand: a schema
 * would weigh more than the page.
 */
export const savedCheckerMeta = 'basics-licence-checker';

export type SavedChecker = {
  /** The address of the portal, and when it made the file (ISO 8601). */
  portal: string;
  madeAt: string;
  /** The look: which of these style sheets' themes. */
  theme: string;
  looks: string;
  supportEmail: string;
  brands: readonly { id: string; name: string }[];
  /** As the portal publishes them. */
  keys: readonly { kid: string; publicKey: string; status: string }[];
};
