import { emailAddress } from '@basics/contract/fields.ts';
import { toPlainLine } from './plain.ts';

/** A sender: a display name, which may be empty, and one address. */
export type Mailbox = { name: string; address: string };

/** Returns whether a text is exactly one address to which mail can be sent. */
export const isAddress = (text: string): boolean => emailAddress.safeParse(text).success;

/** Reads a sender: `Name <address>` or only an address (RFC 5322, 3.4). Returns null if the text is not exactly one sender. */
export function readMailbox(text: string): Mailbox | null {
  const [, displayName = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [null, '', text.trim()];
  if (!isAddress(address)) return null;
  return { name: toPlainLine(displayName).replace(/^"(.*)"$/, '$1'), address };
}
