/**
 * The name of the `meta` element with the data of a saved licence checker. The licence checker can be saved as one HTML file; the portal writes
 * this data into it. The page parses the data without a schema library, because such a library would be larger than the page.
 */
export const savedCheckerMeta = 'basics-licence-checker';

export type SavedChecker = {
  /** The address of the portal, and when the file was created (ISO 8601). */
  portal: string;
  madeAt: string;
  /** The theme that the page uses. */
  theme: string;
  looks: string;
  supportEmail: string;
  brands: readonly { id: string; name: string }[];
  /** The keys, as the portal publishes them. */
  keys: readonly { kid: string; publicKey: string; status: string }[];
};
