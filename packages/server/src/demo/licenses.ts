import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Trx } from '../database/foundation.ts';
import { issueInTransaction } from '#server/features/licenses/issue/issue-license.ts';
import type { LicenseKey } from '#server/features/licenses/license-key.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { days } from '#server/platform/clock/clock.ts';
import type { RandomNumbers } from './random-numbers.ts';
import { markInstalled, revokeLicense } from './demo.repository.ts';
import type { DemoLicense } from './license-histories.ts';
import { createCode, pickWorkingTime } from './pcs.ts';

export type OwnedDemoLicense = DemoLicense & { userId: number };

type IssueContext = { now: number; random: RandomNumbers; key: LicenseKey; administratorId: number };

/**
 * Issues the licences by the rules of the portal in the order of their times, so that renewals, replacements and moves are like those of
 * real users.
 */
export async function issueDemoLicenses(
  trx: Trx,
  issues: readonly OwnedDemoLicense[],
  context: IssueContext,
): Promise<void> {
  const { now, random } = context;
  const issuesWithTime = issues.map((issue) => ({ ...issue, at: pickWorkingTime(now, issue.issuedDaysAgo, random) }));
  for (const issue of issuesWithTime.toSorted((one, other) => one.at - other.at)) {
    const hash = await issueDemoLicense(trx, issue, context);
    await markInstalled(trx, hash, issue.at);
    if (issue.revoked) await revokeDemoLicense(trx, hash, { ...issue.revoked, ...context });
  }
}

async function issueDemoLicense(
  trx: Trx,
  issue: OwnedDemoLicense & { at: number },
  { random, key }: IssueContext,
): Promise<string> {
  const request = createCode(issue, issue.at, random);
  const hash = bytesToHex(nodePrimitives.sha256(request.bytes));
  const context = {
    actor: { userId: issue.userId },
    origin: { requestId: 'demo' },
    randomBytes: random.bytes,
    // No e-mail is sent to invented customers.
    queueLetter: () => Promise.resolve(),
  };
  await issueInTransaction(trx, context, {
    input: { userId: issue.userId, request, tool: undefined, brand: undefined, isOverridden: false, now: issue.at },
    codeHash: hash,
    overrideReason: null,
    key,
  });
  return hash;
}

type Revocation = Omit<IssueContext, 'key'> & { revokedDaysAgo: number; reason: string };

async function revokeDemoLicense(
  trx: Trx,
  hash: string,
  { revokedDaysAgo, reason, now, random, administratorId }: Revocation,
): Promise<void> {
  const at = now - days(revokedDaysAgo);
  const { id, userId } = await revokeLicense(trx, hash, { at, reason });
  const subject = { kind: 'license', id, personId: userId } as const;
  const auditEntry = {
    at,
    actorId: administratorId,
    requestId: 'demo',
    action: 'license.revoke',
    subject,
    after: { reason },
  } as const;
  await recordAudit(trx, auditEntry, random.bytes);
}
