import { emailAddress } from '@basics/contract/fields.ts';
import { toPlainLine } from './plain.ts';

/** A sender: a display name, which may be empty, and one address. */
export type Mailbox = { name: string; address: string };

/** Whether mail can be sent to it: exactly one address and nothing else. */
export const isAddress = (text: string): boolean => emailAddress.safeParse(text).success;

export const noAddress = 'This is not one address that mail can be sent to.';

/** `Name <address>` or a bare address (RFC 5322, 3.4); null if it is not exactly one. */
export function readMailbox(text: string): Mailbox | null {
  const [, quoted = '', address = ''] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [null, '', text.trim()];
  if (!isAddress(address)) return null;
  return { name: toPlainLine(quoted).replace(/^"(.*)"$/, '$1'), address };
}
