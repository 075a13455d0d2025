import type { AuditVerification } from '@basics/contract/audit.ts';
import type { Db } from '#server/database/database.ts';
import { findAuditHead, findNewestSeal } from '#server/platform/audit-seal.repository.ts';
import { findValidSeals } from '#server/platform/audit-seal.ts';
import { findLastVerification, findOpenVerification } from './verification.repository.ts';
import { longestVerificationMs } from './verifier.ts';
import type { SealSource } from './verifier.ts';

/** The state of the verification for administrators. A seal that was signed with another key is not shown. */
export async function readVerification(
  db: Db,
  { seals, now }: { seals: SealSource; now: number },
): Promise<AuditVerification> {
  const last = await findLastVerification(db);
  const text = (await findNewestSeal(db))?.seal ?? '';
  const [seal] = findValidSeals(text, seals.publicKey);
  return {
    running: (await findOpenVerification(db, now - longestVerificationMs)) !== undefined,
    last: last
      ? {
          at: toIsoTime(last.finishedAt ?? last.startedAt),
          isWhole: last.isWhole === 1,
          entries: last.entries,
          hash: last.head,
          auditId: last.auditId,
          why: last.why,
        }
      : null,
    newest: (await findAuditHead(db)) ?? null,
    seal: seal ? { auditId: seal.auditId, at: toIsoTime(seal.at), text } : null,
  };
}

const toIsoTime = (at: number): string => new Date(at).toISOString();
