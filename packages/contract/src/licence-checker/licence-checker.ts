/**
 * The name of the `meta` element with the data of a saved licence checker. The licence checker can be saved as one HTML file, and the
 * portal writes this element into the file. The page parses the data of this element without a schema library, because the library would be
 * larger than the page.
 */
export const savedCheckerMetaName = 'basics-licence-checker';

export type SavedChecker = {
  /** `portal` is the address of the portal. `madeAt` is the time at which the file was created (ISO 8601). */
  portal: string;
  madeAt: string;
  /** The theme of the brand whose colours the page uses. */
  theme: string;
  looks: string;
  supportEmail: string;
  /** The names of tools, add-ons and brands, as the portal publishes them. */
  tools: readonly {
    id: string;
    name: string;
    number: number;
    addOns: readonly { id: string; name: string; bit: number }[];
  }[];
  brands: readonly { id: string; name: string; number: number }[];
  /** The public keys of licences, as the portal publishes them. */
  keys: readonly { kid: string; publicKey: string; status: string }[];
  /** The signed revocation list of each tool, by the number of the tool. */
  revocationLists: Readonly<Record<string, string>>;
};
