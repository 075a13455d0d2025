import * as z from 'zod/mini';
import { readBlocks, readHeaders, readParts } from './mime-parts.ts';

/** An e-mail that a mail server accepted, but could not deliver later. */
export type Bounce = {
  /** The Message-ID of the e-mail. */
  messageId: string | null;
  /** The address of the recipient, by which the e-mail is found if no e-mail has the Message-ID. */
  recipient: string | null;
  reason: string;
};

const jsonBounce = z.object({
  messageId: z.optional(z.string().check(z.maxLength(300))),
  recipient: z.optional(z.string().check(z.maxLength(254))),
  reason: z.optional(z.string()),
});

/** Reads a bounce as JSON; null if it names neither an e-mail nor an address. */
export function readJsonBounce(body: unknown): Bounce | null {
  const parsedBody = jsonBounce.safeParse(body);
  if (!parsedBody.success) return null;
  const { messageId, recipient, reason = '' } = parsedBody.data;
  if (messageId === undefined && recipient === undefined) return null;
  return {
    messageId: messageId === undefined ? null : `<${messageId.replace(/^<|>$/g, '')}>`,
    recipient: recipient?.trim() ?? null,
    reason: toLine(reason),
  };
}

/** The parts with the lines about the recipients (RFC 3464, 2; RFC 6533, 6). */
const statusTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** The parts with the returned e-mail or its headers. */
const returnedTypes = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/**
 * Reads a delivery status notification as text (RFC 3464), as a whole mail or only its parts. Returns null if the notification reports no
 * failure: a delay is no bounce. Each block describes one recipient and has its own action. The e-mail is identified only by the returned
 * headers, because the mail of the report has a Message-ID too.
 */
export function readDeliveryStatus(text: string): Bounce | null {
  const mimeParts = readParts(text, 'message/delivery-status');
  const findLines = (types: readonly string[]) => mimeParts.find(({ type }) => types.includes(type))?.lines ?? [];
  const failedBlock = readBlocks(findLines(statusTypes)).find(
    (block) => block.get('action')?.toLowerCase() === 'failed',
  );
  if (!failedBlock) return null;
  const recipient = failedBlock.get('original-recipient') ?? failedBlock.get('final-recipient');
  const messageId = readHeaders(findLines(returnedTypes)).get('message-id') || null;
  const reason = [failedBlock.get('status'), withoutType(failedBlock.get('diagnostic-code') ?? '')];
  return {
    messageId,
    // If the report has a Message-ID, the address is not used: an unknown Message-ID means that another program sent the e-mail to this
    // address.
    recipient: recipient === undefined || messageId !== null ? null : withoutType(recipient),
    reason: toLine(reason.filter(Boolean).join(' ')),
  };
}

/** Removes the type from a value such as "rfc822; ada@customer.example". */
const withoutType = (value: string): string => value.slice(value.indexOf(';') + 1).trim();

const toLine = (reason: string): string => reason.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
