import { emailAddress } from '@basics/contract/fields/fields.ts';

/**
 * Matches line breaks and control characters, which an attacker needs to add a header, and invisible characters that
 * change the direction of writing.
 */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]+/gu;

/** Converts a text that a user typed to one line without invisible characters, for names, subjects and addresses. */
export const toPlainLine = (text: string): string => text.replaceAll(invisibleCharacters, ' ').trim();

/** Returns the name of a PC as one line, or words for a PC without a name. */
export const toPcName = (machineName: string): string => toPlainLine(machineName) || 'a PC without a name';

/** Removes invisible characters from a text that a user typed and that may have several lines. */
export const toPlainLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(toPlainLine)
    .join('\n')
    .trim();

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
