import type { Reply } from '@basics/contract/endpoint.ts';
import type { License, licenses } from '@basics/contract/licenses.ts';
import { bytesToHex, encodeUtf8, hexToBytes } from '@basics/licensing/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode, writeVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { lockUser } from '#server/database/database.ts';
import type { Database, Trx } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { seconds } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { Problem, problem, problemWith } from '#server/platform/problem.ts';
import { formatDay } from './calendar.ts';
import { transactWithCurrentKey } from './current-key.ts';
import { issueLicense } from './issue-license.ts';
import { policyProfile } from './license-context.ts';
import type { LicenseKeys } from './license-key.ts';
import { toLicense } from './license-of.ts';
import { findStatus, isTrial, renewalOpensAt } from './license.ts';
import { findLicenseByCode, findPolicy } from './licenses.repository.ts';
import { findLicenseToRenew, findOwnerId } from './renewals.repository.ts';

export type RenewContext = {
  database: Database;
  keys: LicenseKeys | null;
  chance: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  actor: Actor;
  origin: Origin;
  now: number;
};

/**
 * Issues the next licence for the PC of a valid licence, without a code from the PC: with the parts that its last code named. The same rules
 * and limits apply as for a code. Repeated and simultaneous requests return the same licence. Throws the problems of `renewalRefusals`.
 */
export async function renewLicense(renewing: RenewContext, userId: number, licenseId: number): Promise<License> {
  const { database, keys, chance, queueLetter, actor, origin, now } = renewing;
  await requireInScope(database.kysely, actor, userId);
  const row = await transactWithCurrentKey(database, keys, async (trx, key) => {
    await lockUser(trx, userId);
    const old = await findLicenseToRenew(trx, userId, licenseId);
    if (!old) throw problem('RESULTS_NOT_FOUND');
    const hash = bytesToHex(digestOf(old.licenceUid));
    const already = await findLicenseByCode(trx, hash);
    if (already) return already;
    await requireRenewable(trx, old, now);
    const request = writeRequest(old, now);
    const asked = { userId, request, tool: old.toolId, brand: old.brandId, overridden: false, now };
    const issued = { asked, hash, actorId: actor.userId, requestId: origin.requestId, overrideReason: null };
    await issueLicense(trx, { ...issued, chance, queueLetter, key });
    return findLicenseByCode(trx, hash);
  });
  if (!row) throw new Error('a licence that was just issued is not there');
  return toLicense(row, now);
}

type Renewals = Reply<typeof licenses.renewMany>;

/** Renews each licence in a transaction of its own. Throws CANNOT_ISSUE. */
export async function renewLicenses(renewing: RenewContext, ids: readonly number[]): Promise<Renewals> {
  const results: Renewals['results'] = [];
  for (const id of new Set(ids)) results.push({ id, ...(await renewOne(renewing, id)) });
  return { results };
}

async function renewOne(renewing: RenewContext, licenseId: number): Promise<Omit<Renewals['results'][number], 'id'>> {
  try {
    const userId = await findOwnerId(renewing.database.kysely, licenseId);
    if (userId === undefined) return { outcome: 'notFound' };
    return { outcome: 'renewed', license: await renewLicense(renewing, userId, licenseId) };
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code === 'CANNOT_ISSUE') throw thrown;
    if (thrown.status === 404) return { outcome: 'notFound' };
    return { outcome: 'refused', message: thrown.message };
  }
}

type LicenseToRenew = NonNullable<Awaited<ReturnType<typeof findLicenseToRenew>>>;

/** Identifies the renewal of a licence, in place of the hash of a code: a licence is renewed once. */
const digestOf = (licenceUid: string): Uint8Array =>
  nodePrimitives.sha256(encodeUtf8(`basics-renewal-v1\n${licenceUid}`));

async function requireRenewable(trx: Trx, old: LicenseToRenew, now: number): Promise<void> {
  const policy = await findPolicy(trx, {
    profileId: policyProfile(old.profileId),
    toolId: old.toolId,
    brandId: old.brandId,
  });
  if (!policy) throw problem('NO_TOOL_GRANT');
  if (findStatus(old, now) !== 'Active' || isTrial(policy) || old.isBridge === 1) throw problem('NOT_RENEWABLE');
  const opensAt = renewalOpensAt(old.expiresAt, policy);
  if (now < opensAt) throw problemWith('RENEWAL_NOT_OPEN', { day: formatDay(opensAt) });
}

/** The code that the PC would create now. */
function writeRequest(old: LicenseToRenew, now: number): VerificationCode {
  const last = readVerificationCode(old.verificationCode, nodePrimitives);
  if (!last.ok) throw new Error(`the stored code of licence ${old.id} cannot be read: ${last.refusal.code}`);
  const text = writeVerificationCode(
    {
      ...last.value.claims,
      reason: 'renew',
      fingerprint: hexToBytes(old.fingerprint + (last.value.claims.scheme === 1 ? '' : (old.anchorUuid ?? ''))),
      nonce: digestOf(old.licenceUid).slice(0, last.value.claims.nonce.length),
      createdAt: Math.floor(now / seconds(1)),
      machineName: old.machineName,
    },
    nodePrimitives,
  );
  const request = readVerificationCode(text, nodePrimitives);
  if (!request.ok) throw new Error(`the code that was just written cannot be read: ${request.refusal.code}`);
  return request.value;
}
