import type { Letter } from '@basics/contract/mail/mail.ts';
import { describeMailError } from '#server/mail/delivery/mail-fault.ts';
import type { LetterRow } from './mail.repository.ts';

/** Converts an e-mail of the outbox to the format of the API. */
export const toLetter = (row: LetterRow): Letter => ({
  mailId: row.id,
  to: row.toAddress,
  subject: row.subject,
  kind: row.kind,
  brand: row.brandId,
  state: row.state,
  attempts: row.attempts,
  createdAt: new Date(row.createdAt).toISOString(),
  sentAt: toIsoTime(row.sentAt),
  // An e-mail that a person waits for has an earlier time than it was written, so that it is sent before others.
  nextAttemptAt: toIsoTime(row.nextAttemptAt && Math.max(row.nextAttemptAt, row.createdAt)),
  error: describeMailError(row.error),
});

const toIsoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
