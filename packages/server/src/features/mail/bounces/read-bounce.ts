import * as z from 'zod/mini';

/** A letter that a mail server took and could not deliver later. */
export type Bounce = {
  /** The Message-IDs in the report; one of them is that of the letter. */
  messageIds: readonly string[];
  /** The address, where the report names no letter. */
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
    messageIds: messageId === undefined ? [] : [`<${messageId.replace(/^<|>$/g, '')}>`],
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
  return {
    messageIds: valuesOf('message-id'),
    recipient: recipient === undefined ? null : withoutType(recipient),
    reason: toLine([status, diagnostic && withoutType(diagnostic)].filter(Boolean).join(' ')),
  };
}

/** "rfc822; ada@customer.example" is an address with its type. */
const withoutType = (value: string): string => value.slice(value.indexOf(';') + 1).trim();

const toLine = (reason: string): string => reason.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
