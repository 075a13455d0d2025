import * as z from 'zod/mini';
import { readHeaders, readParts } from './mime-parts.ts';

/** A letter that a mail server took and could not deliver later. */
export type Bounce = {
  /** The Message-ID of the letter. */
  messageId: string | null;
  /** The address, by which the letter is found if no letter has the Message-ID. */
  recipient: string | null;
  reason: string;
};

const jsonBounce = z.object({
  messageId: z.optional(z.string().check(z.maxLength(300))),
  recipient: z.optional(z.string().check(z.maxLength(254))),
  reason: z.optional(z.string()),
});

/** A bounce as JSON; null if it names neither a letter nor an address. */
export function readJsonBounce(body: unknown): Bounce | null {
  const parsed = jsonBounce.safeParse(body);
  if (!parsed.success) return null;
  const { messageId, recipient, reason = '' } = parsed.data;
  if (messageId === undefined && recipient === undefined) return null;
  return {
    messageId: messageId === undefined ? null : `<${messageId.replace(/^<|>$/g, '')}>`,
    recipient: recipient?.trim() ?? null,
    reason: toLine(reason),
  };
}

/**
 * A delivery status notification as text (RFC 3464), as a whole mail or only its parts. Null if it reports no failure: a delay is no
 * bounce. Lines that begin with white space continue the header before them (RFC 5322, 2.2.3).
 */
export function readDeliveryStatus(text: string): Bounce | null {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const valuesOf = (name: string): string[] =>
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return line.slice(0, colon).trim().toLowerCase() === name ? [line.slice(colon + 1).trim()] : [];
    });
  if (!valuesOf('action').some((action) => action.toLowerCase() === 'failed')) return null;
  const [recipient] = [...valuesOf('original-recipient'), ...valuesOf('final-recipient')];
  const [status] = valuesOf('status');
  const [diagnostic] = valuesOf('diagnostic-code');
  const messageId = findReturnedMessageId(text);
  return {
    messageId,
    // A letter that is unknown here was sent by another program to the same address.
    recipient: recipient === undefined || messageId !== null ? null : withoutType(recipient),
    reason: toLine([status, diagnostic && withoutType(diagnostic)].filter(Boolean).join(' ')),
  };
}

/** The parts with the returned letter or its headers (RFC 3464, 2; RFC 6533, 6). */
const returnedTypes = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/** The Message-ID of the returned letter. The mail of the report has one of its own, which names no letter. */
function findReturnedMessageId(text: string): string | null {
  const returned = readParts(text, 'message/delivery-status').find(({ type }) => returnedTypes.includes(type));
  return readHeaders(returned?.lines ?? []).get('message-id') || null;
}

/** "rfc822; ada@customer.example" is an address with its type. */
const withoutType = (value: string): string => value.slice(value.indexOf(';') + 1).trim();

const toLine = (reason: string): string => reason.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
