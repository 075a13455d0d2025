import type { Letter } from '@basics/contract/mail.ts';
import type { LetterRow } from './mail.repository.ts';

/** A letter of the outbox as the wire tells it. */
export const letterOf = (row: LetterRow): Letter => ({
  mailId: row.id,
  to: row.to_address,
  subject: row.subject,
  kind: row.kind,
  brand: row.brand_id,
  state: row.state,
  attempts: row.attempts,
  createdAt: new Date(row.created_at).toISOString(),
  sentAt: momentOf(row.sent_at),
  nextAttemptAt: momentOf(row.next_attempt_at),
  error: row.error,
});

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
