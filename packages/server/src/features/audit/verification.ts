import type { AuditVerification } from '@basics/contract/audit/audit.ts';
import { countAuditTail, findAuditHead, findNewestSeal } from '#server/platform/audit/audit.repository.ts';
import { findValidSeals } from '#server/platform/audit/audit-seal.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteAndReadContext } from '#server/platform/writing.ts';
import { describeStoredFault } from './chain-fault.ts';
import { findLastVerification, findOpenVerification, insertVerification } from './verification.repository.ts';
import type { SealSource } from './verifier.ts';

/** The key and the file that prove the seals, and the function that starts the background job that verifies the audit log. */
export type AuditVerifier = { seals: SealSource; wakeVerifier: () => void };

type ReadContext = Pick<CallContext, 'db' | 'at'>;

/** Starts a verification of the audit log, unless one is running. */
export async function requestVerification(
  context: WriteAndReadContext,
  { seals, wakeVerifier }: AuditVerifier,
): Promise<AuditVerification> {
  const { db, database, actor, at } = context;
  if (!(await findOpenVerification(db, at))) {
    await database.transact(async (trx) => {
      await insertVerification(trx, at, actor.userId);
      await recordAction(trx, context, { action: 'audit.verify', subject: { kind: 'audit', id: null } });
    });
  }
  wakeVerifier();
  return readVerification(context, seals);
}

/** Reads the state of the verification for administrators. A seal that was signed with another key is not shown. */
export async function readVerification({ db, at }: ReadContext, seals: SealSource): Promise<AuditVerification> {
  const lastVerification = await findLastVerification(db);
  const sealText = (await findNewestSeal(db))?.seal ?? '';
  const [seal] = findValidSeals(sealText, seals.publicKey);
  const { entries: waitingEntries, since } = await countAuditTail(db);
  return {
    running: (await findOpenVerification(db, at)) !== undefined,
    last: lastVerification
      ? {
          at: toIsoTime(lastVerification.finishedAt ?? lastVerification.startedAt),
          isWhole: lastVerification.isWhole === 1,
          entries: lastVerification.entries,
          hash: lastVerification.head,
          auditId: lastVerification.auditId,
          why: lastVerification.why === null ? null : describeStoredFault(lastVerification.why),
        }
      : null,
    newest: (await findAuditHead(db)) ?? null,
    seal: seal ? { auditId: seal.auditId, at: toIsoTime(seal.at), text: sealText } : null,
    waiting: { entries: waitingEntries, since: since === null ? null : toIsoTime(since) },
  };
}
