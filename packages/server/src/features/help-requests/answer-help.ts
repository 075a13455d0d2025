import type { Body } from '@basics/contract/endpoint.ts';
import type { helpRequests } from '@basics/contract/help-requests.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { bytesToHex } from '@basics/licensing/bytes.ts';
import type { Trx } from '#server/database/database.ts';
import { withCurrentKey } from '#server/features/licenses/current-key.ts';
import { issueLicense } from '#server/features/licenses/issue-license.ts';
import type { LicenseKey, LicenseKeys } from '#server/features/licenses/license-key.ts';
import { findLicenseByCode } from '#server/features/licenses/licenses.repository.ts';
import { overrideOf } from '#server/features/licenses/override.ts';
import { codeProblem } from '#server/features/licenses/refusal.ts';
import { licenseToCarry } from '#server/features/licenses/send-license.ts';
import type { Acting } from '#server/features/users/acting.ts';
import { grantTool } from '#server/features/users/grant-tool.ts';
import type { LetterOf } from '#server/mail/letter.ts';
import { problem } from '#server/platform/problem.ts';
import { alreadyClosed, close, trace } from './close-help.ts';
import { findAsker, findNames, holdHelpRequestInScope, nameLicense } from './help-requests.repository.ts';
import type { HelpRow } from './help-requests.repository.ts';

export type Answer = Body<typeof helpRequests.answer>;
export type Answering = Acting & { chance: (bytes: number) => Uint8Array; keys: LicenseKeys | null };

/**
 * Closes a help request of a user in scope with a text, a tool or a licence, and sends the answer to the user, all in one transaction. Of
 * several answers at the same moment the first one counts. Throws RESULTS_NOT_FOUND, OWN_ACCOUNT, NOT_PERMITTED, ALREADY_DECIDED with who and
 * when, INVALID, CANNOT_ISSUE, or the reason why no licence can be issued for the code.
 */
export async function answerHelp(answering: Answering, id: number, answer: Answer): Promise<void> {
  const { database, keys } = answering;
  if (answer.answer === 'license')
    return withCurrentKey(database, keys, async (trx, key) =>
      license(trx, answering, { row: await take(trx, answering, id), answer, key }),
    );
  return database.transact(async (trx) => {
    const row = await take(trx, answering, id);
    return answer.answer === 'grant' ? grant(trx, answering, { row, answer }) : reply(trx, answering, { row, answer });
  });
}

/** The open request, with its owner locked, so that the owner cannot leave the actor's scope before the answer. */
async function take(trx: Trx, { actor }: Answering, id: number): Promise<HelpRow> {
  const row = await holdHelpRequestInScope(trx, actor, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  if (row.userId === actor.userId) throw problem('OWN_ACCOUNT');
  if (row.state !== 'open') throw alreadyClosed(row);
  return row;
}

type Case = { row: HelpRow; answer: Answer };

async function reply(trx: Trx, answering: Answering, { row, answer }: Case): Promise<void> {
  await close(trx, answering, { row, state: 'replied', words: answer.words });
  await sendAnswer(trx, answering, { row, words: answer.words, answer: { is: 'replied' } });
  await trace(trx, answering, { row, action: 'help.answer', after: { answer: 'replied' } });
}

async function grant(trx: Trx, answering: Answering, { row, answer }: Case): Promise<void> {
  const { words, tool = '', brand = '' } = answer;
  await close(trx, answering, { row, state: 'granted', words });
  const names = await findNames(trx, { tool, brand });
  const verificationCode = row.verificationCode;
  await sendAnswer(trx, answering, { row, words, answer: { is: 'granted', ...names, verificationCode } });
  await grantTool(trx, answering, row.userId, { tool, brand });
  await trace(trx, answering, { row, action: 'help.answer', after: { answer: 'granted', tool, brand } });
}

async function license(
  trx: Trx,
  answering: Answering,
  { row, answer, key }: Case & { key: LicenseKey },
): Promise<void> {
  if (!answering.actor.permissions.includes('license.generate')) throw problem('NOT_PERMITTED');
  const { words } = answer;
  await close(trx, answering, { row, state: 'licensed', words });
  const licenseId = await issueFor(trx, answering, { row, answer, key });
  await nameLicense(trx, row.id, licenseId);
  const carried = await licenseToCarry(trx, { userId: row.userId, licenseId, at: answering.at });
  await sendAnswer(trx, answering, { row, words, answer: { is: 'licensed', license: carried } });
  await trace(trx, answering, { row, action: 'help.answer', after: { answer: 'licensed', licenseId } });
}

async function issueFor(
  trx: Trx,
  { actor, origin, at: now, chance, queueLetter }: Answering,
  { row, answer, key }: Case & { key: LicenseKey },
): Promise<number> {
  const request = codeIn(row);
  const reason = overrideOf(actor, row.userId, answer.overrideReason?.trim());
  const brand = answer.brand ?? row.askedBrandId ?? undefined;
  const hash = bytesToHex(nodePrimitives.sha256(request.bytes));
  await issueLicense(trx, {
    asked: { userId: row.userId, request, tool: undefined, brand, overridden: reason !== null, now },
    hash,
    actorId: actor.userId,
    requestId: origin.requestId,
    overrideReason: reason,
    chance,
    queueLetter,
    key,
  });
  const issued = await findLicenseByCode(trx, hash);
  if (issued?.userId !== row.userId) throw problem('CODE_USED_BY_OTHER');
  return issued.id;
}

function codeIn(row: HelpRow): VerificationCode {
  const reading = readVerificationCode(row.verificationCode, nodePrimitives);
  if (!reading.ok) throw codeProblem(reading.refusal);
  return reading.value;
}

type AnswerLetter = { row: HelpRow; words: string; answer: LetterOf<'helpAnswered'>['answer'] };

async function sendAnswer(
  trx: Trx,
  { actor, queueLetter }: Acting,
  { row, words, answer }: AnswerLetter,
): Promise<void> {
  const { firstName: first, lastName: last } = await findAsker(trx, actor.userId);
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
