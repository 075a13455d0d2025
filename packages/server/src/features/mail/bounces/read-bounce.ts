import * as z from 'zod/mini';
import { readHeaderBlocks, readHeaders, readMimeParts } from './mime-parts.ts';

/** An e-mail that a mail server accepted, but could not deliver later. */
export type Bounce = {
  /** The Message-ID of the e-mail. */
  messageId: string | null;
  /** The address of the recipient, by which the e-mail is found if no e-mail has the Message-ID. */
  recipient: string | null;
  reason: string;
};

const jsonBounceShape = z.object({
  messageId: z.optional(z.string().check(z.maxLength(300))),
  recipient: z.optional(z.string().check(z.maxLength(254))),
  reason: z.optional(z.string()),
});

/** Reads a bounce as JSON; null if it names neither an e-mail nor an address. */
export function readJsonBounce(body: unknown): Bounce | null {
  const parsedBody = jsonBounceShape.safeParse(body);
  if (!parsedBody.success) return null;
  const { messageId, recipient, reason = '' } = parsedBody.data;
  if (messageId === undefined && recipient === undefined) return null;
  return {
    messageId: messageId === undefined ? null : `<${messageId.replace(/^<|>$/g, '')}>`,
    recipient: recipient?.trim() ?? null,
    reason: toSingleLine(reason),
  };
}

/** The MIME types of the part that describes the delivery to each recipient (RFC 3464, 2; RFC 6533, 6). */
const statusPartTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** The MIME types of the part that contains the returned e-mail or its headers. */
const returnedPartTypes = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/**
 * Reads a delivery status notification as text (RFC 3464), as a whole mail or only its parts. Returns null if the notification reports no
 * failure: a delay is no bounce. Each block of the delivery status describes one recipient and has its own action. The e-mail is identified
 * only by the returned headers, because the report itself has a Message-ID too.
 */
export function readDeliveryStatus(text: string): Bounce | null {
  const mimeParts = readMimeParts(text, 'message/delivery-status');
  const findLinesOfPart = (types: readonly string[]) => mimeParts.find(({ type }) => types.includes(type))?.lines ?? [];
  const failedBlock = readHeaderBlocks(findLinesOfPart(statusPartTypes)).find(
    (block) => block.get('action')?.toLowerCase() === 'failed',
  );
  if (!failedBlock) return null;
  const recipient = failedBlock.get('original-recipient') ?? failedBlock.get('final-recipient');
  const messageId = readHeaders(findLinesOfPart(returnedPartTypes)).get('message-id') || null;
  const reason = [failedBlock.get('status'), removeType(failedBlock.get('diagnostic-code') ?? '')];
  return {
    messageId,
    // If the returned headers contain a Message-ID, the address is not used: an unknown Message-ID means that another program sent the
    // e-mail to this address.
    recipient: recipient === undefined || messageId !== null ? null : removeType(recipient),
    reason: toSingleLine(reason.filter(Boolean).join(' ')),
  };
}

/** Removes the type from a value such as "rfc822; ada@customer.example". */
const removeType = (value: string): string => value.slice(value.indexOf(';') + 1).trim();

const toSingleLine = (reason: string): string => reason.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
