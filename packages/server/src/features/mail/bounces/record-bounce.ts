import type { Database } from '#server/database/database.ts';
import { setLicenseMailState } from '#server/mail/outbox.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { findBouncedLetter, findLicensesWithoutNewerLetter, markBounced } from './bounces.repository.ts';
import type { Bounce } from './read-bounce.ts';

type RecordContext = { database: Database; at: number; requestId: string };

/**
 * Marks the e-mail that bounced as failed. Each licence in the e-mail is marked as not delivered, unless a newer e-mail contains the
 * licence. Returns false if no sent e-mail matches the bounce. Repeated bounces change nothing.
 */
export const recordBounce = ({ database, at, requestId }: RecordContext, bounce: Bounce): Promise<boolean> =>
  database.transact(async (trx) => {
    const letter = await findBouncedLetter(trx, bounce);
    if (!letter) return false;
    if (
      !(await markBounced(
        trx,
        letter.id,
        `Returned by a mail server: ${bounce.reason} (as its report says; not verified)`,
      ))
    )
      return false;
    for (const id of await findLicensesWithoutNewerLetter(trx, letter)) await setLicenseMailState(trx, id, 'failed');
    await recordAudit(trx, {
      at,
      actorId: null,
      requestId,
      action: 'mail.bounce',
      subject: { kind: 'mail', id: letter.id },
    });
    return true;
  });
