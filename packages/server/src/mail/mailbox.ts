import { emailAddress } from '@basics/contract/fields/fields.ts';
import { toPlainLine } from './plain.ts';

/** The sender of an e-mail: a display name, which may be empty, and one address. */
export type Mailbox = { name: string; address: string };

/** Returns whether a text is exactly one e-mail address to which the portal can send e-mails. */
export const isAddress = (text: string): boolean => emailAddress.safeParse(text).success;

/**
 * Parses the sender of an e-mail: `Name <address>` or only an address (RFC 5322, 3.4). Returns null if the text is not
 * exactly one sender.
 */
export function readMailbox(text: string): Mailbox | null {
  const [, displayName = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [null, '', text.trim()];
  if (!isAddress(address)) return null;
  return { name: toPlainLine(displayName).replace(/^"(.*)"$/, '$1'), address };
}
