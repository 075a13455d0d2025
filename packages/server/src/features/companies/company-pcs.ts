import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { BatchResult, companyPcs } from '@basics/contract/companies/company-pcs.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { issueLicense, type IssueContext } from '#server/features/licenses/issue/issue-license.ts';
import type { LicenseContextInput } from '#server/features/licenses/issue/license-context.ts';
import { recordSentCode, reportIfDeclaredGone } from '#server/features/licenses/issue/sent-code.ts';
import { holdsSeat } from '#server/features/licenses/license.ts';
import { findRenewableIds } from '#server/features/licenses/renew/renewability.ts';
import { toLicense } from '#server/features/licenses/read-license.ts';
import { isInScope } from '#server/features/users/scope.repository.ts';
import { formatName } from '#server/features/users/user.ts';
import { runAndRollBack } from '#server/platform/bulk.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { Problem, problem } from '#server/platform/problem.ts';
import type { Db } from '#server/database/foundation.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { findCompanyOf } from './companies.repository.ts';
import { requireCompany } from './company.ts';
import { findCompanyPcs, findLicensesById } from './company-pcs.repository.ts';
import { findManagers } from './members.repository.ts';

/** Returns a page of the PCs of a company in the actor's scope. Throws RESULTS_NOT_FOUND. */
export async function listCompanyPcs(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  companyId: number,
  query: Body<typeof companyPcs.pcs>,
): Promise<Reply<typeof companyPcs.pcs>> {
  await requireCompany(db, actor, companyId, 'issuing');
  const page = await findCompanyPcs(db, actor, { ...query, companyId, now: at });
  const ids = page.items.flatMap(({ licenseId }) => licenseId ?? []);
  const licenses = await findLicensesById(db, ids);
  const renewable = await findRenewableIds(db, ids, at);
  return {
    ...page,
    items: page.items.map((row) => {
      const license = licenses.find(({ id }) => id === row.licenseId);
      const isBridge = license?.isBridge === 1;
      return {
        machineId: row.machineId,
        name: row.name,
        owner: { userId: row.ownerId, name: formatName(row), ...(row.login !== '' && { login: row.login }) },
        tool: row.toolId,
        toolName: row.toolName,
        firstSeenAt: toIsoTime(row.firstSeenAt),
        releasedAt: row.releasedAt === null ? null : toIsoTime(row.releasedAt),
        holdsSeat: holdsSeat({ licence: license ? { expiresAt: license.expiresAt, isBridge } : null }, at),
        canRenew: license !== undefined && renewable.has(license.id),
        license: license ? pickLicense(toLicense(license, at)) : null,
      };
    }),
  };
}

/** Returns what the list shows of a licence: the code itself has its own call, which the audit log records. */
const pickLicense = ({
  licenseId,
  expiryDate,
  status,
  brand,
  version,
  issuedAt,
  mail,
  installedAt,
  bridge,
}: ReturnType<typeof toLicense>) => ({
  licenseId,
  expiryDate,
  status,
  brand,
  version,
  issuedAt,
  mail,
  ...(installedAt !== undefined && { installedAt }),
  ...(bridge !== undefined && { bridge }),
});

type Batch = Body<typeof companyPcs.issueBatch>;

/**
 * Issues the licences for several codes to one member of a company in the actor's scope, each in its own transaction, so that a refused code
 * does not stop the others. A preview issues all of them in one transaction, so that it counts the seats, and rolls it back. Throws
 * RESULTS_NOT_FOUND, USER_NOT_FOUND, CANNOT_ISSUE, NOT_PERMITTED, and for a preview TOO_MANY_ATTEMPTS.
 */
export async function issueBatch(
  context: IssueContext & Pick<CallContext, 'db'>,
  companyId: number,
  batch: Batch,
): Promise<Reply<typeof companyPcs.issueBatch>> {
  const { db, actor } = context;
  await requireCompany(db, actor, companyId, 'issuing');
  const userId = await findReceiver(db, actor, { companyId, userId: batch.userId });
  return { results: await (batch.preview === true ? previewCodes : issueCodes)(context, userId, batch) };
}

/** Issues the licences and rolls them back. Attempts are counted and staff are notified outside the transaction, so that both stay. */
async function previewCodes(context: IssueContext, userId: number, batch: Batch): Promise<BatchResult[]> {
  const inputs: (LicenseContextInput | null)[] = [];
  for (const verificationCode of batch.codes)
    // oxlint-disable-next-line no-await-in-loop -- each one may write to the database
    inputs.push(await recordCode(context, userId, { verificationCode, overrideReason: batch.overrideReason }));
  const results = await runAndRollBack(context.database, (database) =>
    issueCodes({ ...context, database, isRehearsal: true }, userId, batch),
  );
  for (const [index, { code }] of results.entries()) {
    const input = inputs[index];
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (input) await reportIfDeclaredGone(context, code, input);
  }
  return results.map((result) => {
    const { license: _, ...preview } = result;
    return preview;
  });
}

type SentCode = { verificationCode: string; overrideReason: string | undefined };

/** Returns null for a code that cannot be read, which the preview refuses. Throws TOO_MANY_ATTEMPTS, NOT_PERMITTED, USER_NOT_FOUND. */
async function recordCode(context: IssueContext, userId: number, body: SentCode): Promise<LicenseContextInput | null> {
  try {
    return await recordSentCode(context, userId, body);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status === 422) return null;
    throw thrown;
  }
}

/** Finds the member who gets the licences: the given one, else the actor, else the first manager. Throws USER_NOT_FOUND. */
async function findReceiver(
  db: Db,
  actor: Actor,
  { companyId, userId }: { companyId: number; userId: number | undefined },
): Promise<number> {
  const isMember = async (id: number) => (await findCompanyOf(db, id))?.id === companyId;
  const defaultId = (await isMember(actor.userId)) ? actor.userId : (await findManagers(db, companyId))[0]?.id;
  const receiverId = userId ?? defaultId;
  if (receiverId === undefined || !(await isMember(receiverId)) || !(await isInScope(db, actor, receiverId, 'issuing')))
    throw problem('USER_NOT_FOUND');
  return receiverId;
}

async function issueCodes(context: IssueContext, userId: number, batch: Batch): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const code of batch.codes)
    // The licences are issued one after the other, because each one takes the seats of the company.
    // oxlint-disable-next-line no-await-in-loop
    results.push(await issueCode(context, userId, { verificationCode: code, overrideReason: batch.overrideReason }));
  return results;
}

async function issueCode(context: IssueContext, userId: number, body: SentCode): Promise<BatchResult> {
  const reading = readVerificationCode(body.verificationCode, nodePrimitives);
  const machineName = reading.ok ? reading.value.claims.machineName : null;
  try {
    const license = await issueLicense(context, userId, body);
    return { outcome: 'issued', machineName, license, expiryDate: license.expiryDate };
  } catch (thrown) {
    // Without a signing key or a permission, every code would be refused, so the call fails.
    if (!(thrown instanceof Problem) || thrown.code === 'CANNOT_ISSUE' || thrown.code === 'NOT_PERMITTED') throw thrown;
    return { outcome: 'refused', machineName, code: thrown.code, message: thrown.message };
  }
}
