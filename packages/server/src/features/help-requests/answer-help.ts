import type { Body } from '@basics/contract/endpoint.ts';
import type { helpRequests } from '@basics/contract/help-requests.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Trx } from '#server/database/database.ts';
import { hashVerificationCode } from '#server/features/licenses/code-hash.ts';
import { transactWithCurrentKey } from '#server/features/licenses/current-key.ts';
import { issueLicense } from '#server/features/licenses/issue-license.ts';
import type { LicenseKey, LicenseKeys } from '#server/features/licenses/license-key.ts';
import { findLicenseByCode } from '#server/features/licenses/licenses.repository.ts';
import { requireOverrideReason } from '#server/features/licenses/override.ts';
import { toCodeProblem } from '#server/features/licenses/refusal.ts';
import { reportLostSeen } from '#server/features/licenses/report-lost-seen.ts';
import { lockLicenseForLetter } from '#server/features/licenses/send-license.ts';
import type { UserChangeContext } from '#server/features/users/acting.ts';
import { grantTool } from '#server/features/users/grant-tool.ts';
import type { LetterOf } from '#server/mail/letter.ts';
import { problem } from '#server/platform/problem.ts';
import { createAlreadyClosedProblem, closeRequest, recordHelpChange } from './close-help.ts';
import {
  findRequester,
  findToolAndBrandNames,
  lockHelpRequestInScope,
  setIssuedLicense,
} from './help-requests.repository.ts';
import type { HelpRow } from './help-requests.repository.ts';

export type Answer = Body<typeof helpRequests.answer>;
export type AnswerContext = UserChangeContext & {
  randomBytes: (bytes: number) => Uint8Array;
  keys: LicenseKeys | null;
};

/**
 * Closes a help request of a user in the actor's scope with a text, a tool or a licence, and sends the answer to the user, all in one
 * transaction. Only the first of several simultaneous answers to a help request succeeds. Throws RESULTS_NOT_FOUND, OWN_ACCOUNT,
 * NOT_PERMITTED, ALREADY_DECIDED, INVALID, CANNOT_ISSUE, or the problem that prevents a licence for the code.
 */
export async function answerHelp(context: AnswerContext, id: number, answer: Answer): Promise<void> {
  const { database, keys, queueLetter, origin, at: now } = context;
  if (answer.answer === 'license') {
    const { userId, request } = await transactWithCurrentKey(database, keys, async (trx, key) => {
      const row = await lockOpenRequest(trx, context, id);
      await answerWithLicense(trx, context, { row, answer, key });
      return { userId: row.userId, request: readCode(row) };
    });
    return reportLostSeen(database, queueLetter, { input: { userId, request, now }, requestId: origin.requestId });
  }
  return database.transact(async (trx) => {
    const row = await lockOpenRequest(trx, context, id);
    return answer.answer === 'grant'
      ? answerWithTool(trx, context, { row, answer })
      : answerWithText(trx, context, { row, answer });
  });
}

/**
 * Finds the open help request and locks its owner, so that the owner cannot leave the actor's scope before the answer.
 */
async function lockOpenRequest(trx: Trx, { actor }: AnswerContext, id: number): Promise<HelpRow> {
  const row = await lockHelpRequestInScope(trx, actor, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  if (row.userId === actor.userId) throw problem('OWN_ACCOUNT');
  if (row.state !== 'open') throw createAlreadyClosedProblem(row);
  return row;
}

type RequestAndAnswer = { row: HelpRow; answer: Answer };

async function answerWithText(trx: Trx, context: AnswerContext, { row, answer }: RequestAndAnswer): Promise<void> {
  await closeRequest(trx, context, { row, state: 'replied', words: answer.words });
  await sendAnswer(trx, context, { row, words: answer.words, answer: { is: 'replied' } });
  await recordHelpChange(trx, context, { row, action: 'help.answer', after: { answer: 'replied' } });
}

async function answerWithTool(trx: Trx, context: AnswerContext, { row, answer }: RequestAndAnswer): Promise<void> {
  const { words, tool = '', brand = '', validTo = null } = answer;
  await closeRequest(trx, context, { row, state: 'granted', words });
  const toolAndBrandNames = (await findToolAndBrandNames(trx, { tool, brand })) ?? { tool, brand };
  const verificationCode = row.verificationCode;
  await sendAnswer(trx, context, { row, words, answer: { is: 'granted', ...toolAndBrandNames, verificationCode } });
  await grantTool(trx, context, row.userId, { tool, brand, validTo });
  await recordHelpChange(trx, context, {
    row,
    action: 'help.answer',
    after: { answer: 'granted', tool, brand, validTo },
  });
}

async function answerWithLicense(
  trx: Trx,
  context: AnswerContext,
  { row, answer, key }: RequestAndAnswer & { key: LicenseKey },
): Promise<void> {
  if (!context.actor.permissions.includes('license.generate')) throw problem('NOT_PERMITTED');
  const { words } = answer;
  await closeRequest(trx, context, { row, state: 'licensed', words });
  const licenseId = await issueForRequest(trx, context, { row, answer, key });
  await setIssuedLicense(trx, row.id, licenseId);
  const license = await lockLicenseForLetter(trx, { userId: row.userId, licenseId, at: context.at });
  await sendAnswer(trx, context, { row, words, answer: { is: 'licensed', license } });
  await recordHelpChange(trx, context, { row, action: 'help.answer', after: { answer: 'licensed', licenseId } });
}

async function issueForRequest(
  trx: Trx,
  { actor, origin, at: now, randomBytes, queueLetter }: AnswerContext,
  { row, answer, key }: RequestAndAnswer & { key: LicenseKey },
): Promise<number> {
  const request = readCode(row);
  const reason = requireOverrideReason(actor, row.userId, answer.overrideReason?.trim());
  const brand = answer.brand ?? row.askedBrandId ?? undefined;
  const codeHash = hashVerificationCode(request);
  await issueLicense(trx, {
    input: { userId: row.userId, request, tool: undefined, brand, isOverridden: reason !== null, now },
    codeHash,
    actorId: actor.userId,
    requestId: origin.requestId,
    overrideReason: reason,
    randomBytes,
    queueLetter,
    key,
  });
  const issuedLicense = await findLicenseByCode(trx, codeHash);
  if (issuedLicense?.userId !== row.userId) throw problem('CODE_USED_BY_OTHER');
  return issuedLicense.id;
}

function readCode(row: HelpRow): VerificationCode {
  const readResult = readVerificationCode(row.verificationCode, nodePrimitives);
  if (!readResult.ok) throw toCodeProblem(readResult.refusal);
  return readResult.value;
}

type AnswerLetter = { row: HelpRow; words: string; answer: LetterOf<'helpAnswered'>['answer'] };

async function sendAnswer(
  trx: Trx,
  { actor, queueLetter }: UserChangeContext,
  { row, words, answer }: AnswerLetter,
): Promise<void> {
  const { firstName: first, lastName: last } = await findRequester(trx, actor.userId);
  await queueLetter(trx, {
    kind: 'helpAnswered',
    to: row.login,
    userId: row.userId,
    brandId: row.brandId,
    firstName: row.firstName,
    machineName: row.machineName,
    by: { userId: actor.userId, name: `${first} ${last}`.trim() || actor.login },
    words,
    answer,
  });
}
