import type { AuditVerification } from '@basics/contract/audit.ts';
import type { Db } from '#server/database/database.ts';
import { findAuditHead, findNewestSeal } from '#server/platform/audit-seal.repository.ts';
import { findValidSeals } from '#server/platform/audit-seal.ts';
import { describeStoredFault } from './chain-fault.ts';
import { findLastVerification, findOpenVerification } from './verification.repository.ts';
import { longestVerificationMs } from './verifier.ts';
import type { SealSource } from './verifier.ts';

/** Reads the state of the verification for administrators. A seal that was signed with another key is not shown. */
export async function readVerification(
  db: Db,
  { seals, now }: { seals: SealSource; now: number },
): Promise<AuditVerification> {
  const lastVerification = await findLastVerification(db);
  const sealText = (await findNewestSeal(db))?.seal ?? '';
  const [seal] = findValidSeals(sealText, seals.publicKey);
  return {
    running: (await findOpenVerification(db, now - longestVerificationMs)) !== undefined,
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
  };
}

const toIsoTime = (at: number): string => new Date(at).toISOString();
