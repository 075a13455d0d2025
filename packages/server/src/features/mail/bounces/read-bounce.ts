import * as z from 'zod/mini';
import { readHeaderBlocks, readHeaders, readMimeParts } from './mime-parts.ts';

/** An e-mail that a mail server accepted, but could not deliver later. */
export type Bounce = {
  /** The Message-ID of the e-mail. It contains 144 random bits, so only mail servers that handled the e-mail know it. */
  messageId: string;
  /** The reason in our own words. The words of the report are never shown: everybody can write a report. */
  reason: string;
};

const jsonBounceShape = z.object({
  messageId: z.string().check(z.maxLength(300)),
  reason: z.optional(z.string()),
});

/** Reads a bounce as JSON; null if it names no e-mail. */
export function readJsonBounce(body: unknown): Bounce | null {
  const parsedBody = jsonBounceShape.safeParse(body);
  if (!parsedBody.success) return null;
  const { messageId, reason = '' } = parsedBody.data;
  return { messageId: `<${messageId.replace(/^<|>$/g, '')}>`, reason: describeStatus(reason) };
}

/** The MIME types of the part that describes the delivery to each recipient (RFC 3464, 2; RFC 6533, 6). */
const statusPartTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** The MIME types of the part that contains the returned e-mail or its headers. */
const returnedPartTypes = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/**
 * Reads a delivery status notification as text (RFC 3464), as a whole mail or only its parts. Returns null if the notification reports no
 * failure, because a delay is no bounce, or if it does not contain the Message-ID of the e-mail. Each block of the delivery status describes
 * one recipient and has its own action. The Message-ID is in the returned headers; the report itself has another one.
 */
export function readDeliveryStatus(text: string): Bounce | null {
  const mimeParts = readMimeParts(text, 'message/delivery-status');
  const findLinesOfPart = (types: readonly string[]) => mimeParts.find(({ type }) => types.includes(type))?.lines ?? [];
  const failedBlock = readHeaderBlocks(findLinesOfPart(statusPartTypes)).find(
    (block) => block.get('action')?.toLowerCase() === 'failed',
  );
  if (!failedBlock) return null;
  const messageId = readHeaders(findLinesOfPart(returnedPartTypes)).get('message-id');
  if (!messageId) return null;
  return { messageId, reason: describeStatus(`${failedBlock.get('status')} ${failedBlock.get('diagnostic-code')}`) };
}

/** The meaning of the frequent status codes, and of their subjects (RFC 3463, 3; RFC 7505, 4.2). */
const statusMeanings: readonly [pattern: RegExp, meaning: string][] = [
  [/^\d\.1\.(?:1|6)$/, 'the mailbox does not exist'],
  [/^\d\.1\.(?:2|10)$/, 'the domain accepts no e-mail'],
  [/^\d\.1\./, 'the address is not accepted'],
  [/^\d\.2\.1$/, 'the mailbox is disabled'],
  [/^\d\.2\.2$/, 'the mailbox is full'],
  [/^\d\.2\.3$/, 'the e-mail is too large'],
  [/^\d\.4\./, 'the mail server cannot be reached'],
  [/^\d\.7\./, 'the mail server refuses the e-mail by its rules'],
];

/** Finds the first status code of a text (RFC 3463), and says what it means. Other text is left out. */
function describeStatus(text: string): string {
  const code = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]\d)/.exec(text)?.[0];
  if (code === undefined) return 'no status code';
  const meaning = statusMeanings.find(([pattern]) => pattern.test(code))?.[1];
  return meaning === undefined ? code : `${code}, ${meaning}`;
}
