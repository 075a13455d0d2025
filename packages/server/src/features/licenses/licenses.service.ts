import type { Body, Query } from '@basics/contract/endpoint.ts';
import type { License, licenses, LicensePreview } from '@basics/contract/licenses.ts';
import { bytesToHex } from '@basics/licensing/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Database } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/serve.ts';
import { dayOf } from './calendar.ts';
import type { CaseAsked } from './case.ts';
import { issueLicense } from './issue-license.ts';
import type { LicenseKey } from './license-key.ts';
import { statusOf } from './license.ts';
import { findLicenseByCode, findLicenseFile, findLicenses } from './licenses.repository.ts';
import type { LicenseRow } from './licenses.repository.ts';
import { previewLicense } from './preview-license.ts';
import { codeProblem } from './refusal.ts';
import { reportMisuse } from './report-misuse.ts';

export type LicensesNeeds = {
  database: Database;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  key: LicenseKey | null;
};

type IssueBody = Body<typeof licenses.issue>;
type ListQuery = Query<typeof licenses.list>;

/** Licences: read a code back, issue, list, download. Times come from the clock, chance and the key are handed in. */
export function licensesService({ database, clock, chance, queueLetter, key }: LicensesNeeds) {
  const db = database.kysely;

  return {
    async preview(actor: Actor, userId: number, body: IssueBody, origin: Origin): Promise<LicensePreview> {
      await requireInScope(db, actor, userId);
      const asked = askedOf(actor, userId, body, clock());
      const already = await findLicenseByCode(db, verificationHashOf(asked.request));
      // Also here: the portal's own page goes no further with such a code, and staff would never hear of it.
      if (already) await ownOrReported(already, { actor, asked, origin });
      return previewLicense(db, asked, key !== null);
    },

    /** The same code brings the same licence, however often and however simultaneously it is sent. */
    async issue(actor: Actor, userId: number, body: IssueBody, origin: Origin): Promise<License> {
      await requireInScope(db, actor, userId);
      const asked = askedOf(actor, userId, body, clock());
      const hash = verificationHashOf(asked.request);
      const already = await findLicenseByCode(db, hash);
      if (already) return ownOrRefused(already, { actor, asked, origin });
      if (!key) throw problem('CANNOT_ISSUE');
      const issuing = { asked, hash, actorId: actor.userId, requestId: origin.requestId, chance, key };
      const overrideReason = asked.overridden ? (body.overrideReason ?? null) : null;
      await database.transact((trx) => issueLicense(trx, { ...issuing, overrideReason })).catch(unlessUsedByOther);
      const issued = await findLicenseByCode(db, hash);
      if (!issued) throw new Error('a licence that was just issued is not there');
      return ownOrRefused(issued, { actor, asked, origin });
    },

    async list(actor: Actor, userId: number, query: ListQuery) {
      await requireInScope(db, actor, userId);
      const { items, total } = await findLicenses(db, userId, query);
      const now = clock();
      const { pageNumber, pageSize } = query;
      return { items: items.map((row) => licenseOf(row, now)), total, pageNumber, pageSize };
    },

    async download(actor: Actor, userId: number, licenseId: number, origin: Origin) {
      await requireInScope(db, actor, userId);
      const found = await findLicenseFile(db, userId, licenseId);
      if (!found) throw problem('RESULTS_NOT_FOUND');
      const at = clock();
      const subject = { kind: 'license', id: licenseId };
      const { requestId } = origin;
      await database.transact((trx) =>
        recordAudit(trx, { at, actorId: actor.userId, requestId, action: 'license.download', subject }),
      );
      return {
        bytes: new TextEncoder().encode(found.licence_file),
        name: fileName(found.brand_id, found.machine_name, found.expires_at),
        type: 'application/vnd.basics.licence',
      };
    },
  };

  /** Whether the licence that a code has brought is the account's own; staff hear of it when it is not. */
  async function ownOrReported(row: LicenseRow, { actor, asked, origin }: Sending): Promise<boolean> {
    const { userId, now: at } = asked;
    if (row.user_id === userId) return true;
    const misuse = { row, userId, actorId: actor.userId, requestId: origin.requestId, at };
    await reportMisuse(database, queueLetter, misuse);
    return false;
  }

  async function ownOrRefused(row: LicenseRow, sending: Sending): Promise<License> {
    if (await ownOrReported(row, sending)) return licenseOf(row, sending.asked.now);
    throw problem('CODE_USED_BY_OTHER');
  }
}

type Sending = { actor: Actor; asked: CaseAsked; origin: Origin };

export type LicensesService = ReturnType<typeof licensesService>;

export const verificationHashOf = (request: VerificationCode): string =>
  bytesToHex(nodePrimitives.sha256(request.bytes));

/** Another account was faster with the very same code: its licence is there to be found, and the refusal to be put on record. */
function unlessUsedByOther(thrown: unknown): void {
  if (!(thrown instanceof Problem && thrown.code === 'CODE_USED_BY_OTHER')) throw thrown;
}

function askedOf(actor: Actor, userId: number, body: IssueBody, now: number): CaseAsked {
  const reading = readVerificationCode(body.verificationCode, nodePrimitives);
  if (!reading.ok) throw codeProblem(reading.refusal);
  const mayOverride = actor.userId !== userId && actor.permissions.includes('users.edit');
  if (body.overrideReason !== undefined && !mayOverride) throw problem('NOT_PERMITTED');
  const overridden = (body.overrideReason ?? '').trim() !== '';
  return { userId, request: reading.value, tool: body.tool, brand: body.brand, overridden, now };
}

function licenseOf(row: LicenseRow, now: number): License {
  return {
    licenseId: row.id,
    userId: row.user_id,
    licenseCode: row.licence_code,
    expiryDate: dayOf(row.expires_at),
    status: statusOf(row, now),
    verificationCode: row.verification_code,
    machineName: row.machine_name,
    version: row.tool_version,
    tool: row.tool_id,
    brand: row.brand_id,
    issuedAt: new Date(row.issued_at).toISOString(),
    mail: row.mail_state,
  };
}

/** `Basics_{brand}_{machine}_{expiry}.lic`; what a file system or a header could trip over becomes a hyphen, or is cut. */
function fileName(brandId: string, machineName: string, expiresAt: number): string {
  const machine =
    machineName
      .normalize('NFKC')
      .slice(0, 64)
      .toWellFormed()
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '') || 'PC';
  return `Basics_${brandId}_${machine}_${dayOf(expiresAt)}.lic`;
}
