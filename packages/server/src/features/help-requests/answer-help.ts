import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { HelpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode, type VerificationCode } from '@basics/licensing/verification-code.ts';
import type { Trx } from '#server/database/foundation.ts';
import { hashVerificationCode } from '#server/features/licenses/license.ts';
import { transactWithCurrentKey, type LicenseKey } from '#server/features/licenses/license-key.ts';
import { issueInTransaction, type IssueContext } from '#server/features/licenses/issue/issue-license.ts';
import { findLicenseByCode } from '#server/features/licenses/licenses.repository.ts';
import { reportLostSeen } from '#server/features/licenses/seats/notify-staff.ts';
import { toCodeProblem } from '#server/features/licenses/issue/refusal.ts';
import { requireOverrideReason } from '#server/features/licenses/issue/sent-code.ts';
import { lockLicenseForLetter } from '#server/features/licenses/contacts/send-license.ts';
import { grantTool } from '#server/features/users/write/change-users.ts';
import type { LetterOf } from '#server/mail/letter.ts';
import { problem } from '#server/platform/problem.ts';
import { createAlreadyClosedProblem, closeRequest, recordHelpChange } from './close-help.ts';
import { readHelpRequest } from './help-request.ts';
import {
  findRequester,
  findToolAndBrandNames,
  lockHelpRequestInScope,
  setIssuedLicense,
} from './help-requests.repository.ts';
import type { HelpRow } from './help-requests.repository.ts';

type Answer = Body<typeof helpRequests.answer>;

/**
 * Closes a help request of a user in the actor's scope with a text, a tool or a licence, and sends the answer to the user, all in one
 * transaction. Only the first of several simultaneous answers to a help request succeeds. Throws RESULTS_NOT_FOUND, OWN_ACCOUNT,
 * NOT_PERMITTED, ALREADY_DECIDED, INVALID, CANNOT_ISSUE, or the problem that prevents a licence for the code.
 */
export async function answerHelp(context: IssueContext, id: number, answer: Answer): Promise<HelpRequest> {
  const { database, origin, at: now } = context;
  if (answer.answer === 'license') {
    const { userId, request } = await transactWithCurrentKey(context, async (trx, key) => {
      const row = await lockOpenRequest(trx, context, id);
      await answerWithLicense(trx, context, { row, answer, key });
      return { userId: row.userId, request: readCode(row) };
    });
    await reportLostSeen(context, { input: { userId, request, now }, requestId: origin.requestId });
  } else
    await database.transact(async (trx) => {
      const row = await lockOpenRequest(trx, context, id);
      return answer.answer === 'grant'
        ? answerWithTool(trx, context, { row, answer })
        : answerWithText(trx, context, { row, answer });
    });
  return readHelpRequest(database.kysely, id);
}

/**
 * Finds the open help request and locks its owner, so that the owner cannot leave the actor's scope before the answer.
 */
async function lockOpenRequest(trx: Trx, { actor }: IssueContext, id: number): Promise<HelpRow> {
  const row = await lockHelpRequestInScope(trx, actor, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  if (row.userId === actor.userId) throw problem('OWN_ACCOUNT');
  if (row.state !== 'open') throw createAlreadyClosedProblem(row);
  return row;
}

type RequestAndAnswer = { row: HelpRow; answer: Answer };

async function answerWithText(trx: Trx, context: IssueContext, { row, answer }: RequestAndAnswer): Promise<void> {
  await closeRequest(trx, context, { row, state: 'replied', words: answer.words });
  await sendAnswer(trx, context, { row, words: answer.words, answer: { is: 'replied' } });
  await recordHelpChange(trx, context, { row, action: 'help.answer', after: { answer: 'replied' } });
}

async function answerWithTool(trx: Trx, context: IssueContext, { row, answer }: RequestAndAnswer): Promise<void> {
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
  context: IssueContext,
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
  context: IssueContext,
  { row, answer, key }: RequestAndAnswer & { key: LicenseKey },
): Promise<number> {
  const request = readCode(row);
  const reason = requireOverrideReason(context.actor, row.userId, answer.overrideReason?.trim());
  const brand = answer.brand ?? row.askedBrandId ?? undefined;
  const codeHash = hashVerificationCode(request);
  const input = { userId: row.userId, request, tool: undefined, brand, isOverridden: reason !== null, now: context.at };
  await issueInTransaction(trx, context, { input, codeHash, overrideReason: reason, key });
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
  { actor, queueLetter }: Pick<IssueContext, 'actor' | 'queueLetter'>,
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
