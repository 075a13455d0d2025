import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { HelpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { bytesToHex, encodeUtf8 } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode, type VerificationCode } from '@basics/licensing/verification-code.ts';
import { lockUser } from '#server/database/database.ts';
import { toLetterRecipient } from '#server/features/users/absence/absences.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { findGrantState } from '#server/features/licenses/license.ts';
import { reportLostSeen } from '#server/features/licenses/seats/notify-staff.ts';
import { previewCode } from '#server/features/licenses/issue/preview-license.ts';
import { findWaitingTime, toCodeProblem } from '#server/features/licenses/issue/refusal.ts';
import { limitTrialLookUps } from '#server/features/licenses/issue/sent-code.ts';
import { findAllGrants, findToolByCode } from '#server/features/tools/tools.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { formatDay } from '#server/platform/texts/formats.ts';
import { days, seconds, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem, problemWithFacts } from '#server/platform/problem.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { readHelpRequest } from './help-request.ts';
import {
  findRequestTimesSince,
  findRequester,
  findOpenHelpRequests,
  findToolAndBrandNames,
  insertHelpRequest,
} from './help-requests.repository.ts';

type AskContext = Pick<CallContext, 'database' | 'queueLetter' | 'actor' | 'origin' | 'at'>;
type HelpInput = Body<typeof helpRequests.ask>;

/**
 * Sends a code that gets no licence, or a request for a tool, to the staff responsible for the user, and returns the
 * help request. If the user already has an open help request for the same code or tool with the same problem, that
 * request is returned and nothing is sent. The server finds the problem of the code itself and does not
 * trust the client. Throws USER_NOT_FOUND, NOT_PERMITTED for another user's account, RESULTS_NOT_FOUND for an unknown
 * tool or brand, NO_HELP_NEEDED, HELP_LIMIT, HELP_DAY_LIMIT.
 */
export async function askForHelp(context: AskContext, userId: number, input: HelpInput): Promise<HelpRequest> {
  const { database, actor, at, origin } = context;
  await requireInScope(database.kysely, actor, userId);
  if (actor.userId !== userId) throw problem('NOT_PERMITTED');
  await limitTrialLookUps(context, userId);
  const sentCode = readVerificationCode(input.verificationCode ?? '', nodePrimitives);
  if (sentCode.ok)
    await reportLostSeen(context, {
      input: { userId, request: sentCode.value, now: at },
      requestId: origin.requestId,
    });
  const refusal = await findRefusal(database.kysely, { userId, input, at });
  if (!refusal) throw problem('NO_HELP_NEEDED');
  const id = await database.transact(async (trx) => {
    await lockUser(trx, userId);
    const openRequests = await findOpenHelpRequests(trx, userId);
    const duplicate = openRequests.find(
      (request) => request.codeHash === refusal.hash && request.problemCode === refusal.problem.code,
    );
    if (duplicate) return duplicate.id;
    if (openRequests.length >= limits.help.open) throw problemWithFacts('HELP_LIMIT', { open: limits.help.open });
    const dailyLimit = limits.help.perDay;
    const waitTime = findWaitingTime(await findRequestTimesSince(trx, userId, at - days(1)), dailyLimit, at);
    if (waitTime) throw problemWithFacts('HELP_DAY_LIMIT', { most: dailyLimit, wait: waitTime.wait }, waitTime);
    return insertAndNotify(trx, context, { input, refusal });
  });
  return readHelpRequest(database.kysely, id);
}

type HelpRefusal = {
  code: VerificationCode | null;
  /** The verification code, or the text that the user sent instead of a code; empty if a tool is requested. */
  text: string;
  /** The tool that is requested without a code. */
  toolId: string | null;
  /** The SHA-256 hash of the code, of a text that is not a code, or of the tool and brand, in hexadecimal digits. */
  hash: string;
  problem: { code: string; message: string };
};

type RefusalQuery = { userId: number; input: HelpInput; at: number };

function findRefusal(db: Db, { input, ...query }: RefusalQuery): Promise<HelpRefusal | null> {
  const { verificationCode, tool = '', brand = '' } = input;
  return verificationCode === undefined
    ? findMissingTool(db, { ...query, tool, brand })
    : findRefusedCode(db, { ...query, codeText: verificationCode, brand: input.brand });
}

/** Finds the problem of a user who requests a tool; null if the user may use the tool today and has it for more than 30 days. */
async function findMissingTool(
  db: Db,
  { userId, tool, brand, at }: { userId: number; tool: string; brand: string; at: number },
): Promise<HelpRefusal | null> {
  const toolAndBrandNames = await findToolAndBrandNames(db, { tool, brand });
  if (!toolAndBrandNames) throw problem('RESULTS_NOT_FOUND');
  const grant = (await findAllGrants(db, userId, toUtcDay(at))).find(
    (candidate) => candidate.toolId === tool && candidate.brandId === brand,
  );
  const grantProblem = describeGrantProblem(grant, toolAndBrandNames, at);
  return (
    grantProblem && {
      code: null,
      text: '',
      toolId: tool,
      hash: hashBytes(encodeUtf8(JSON.stringify(['tool', tool, brand]))),
      problem: grantProblem,
    }
  );
}

type GrantDays = { validFrom: string | null; validTo: string | null };

/** Describes why a user needs a tool, or more time for the tool; null if the user has the tool for more than 30 days. */
function describeGrantProblem(grant: GrantDays | undefined, names: { tool: string; brand: string }, at: number) {
  const grantState = grant && findGrantState(grant, toUtcDay(at));
  const endsAt = grant?.validTo == null ? null : Date.parse(grant.validTo);
  if (grantState === 'valid')
    return endsAt !== null && endsAt <= at + days(limits.licence.renewalOpensDays)
      ? { code: 'TOOL_ENDS', message: phrases().grantEnds(names.tool, names.brand, formatDay(endsAt)) }
      : null;
  const message =
    grantState === 'ended' && endsAt !== null
      ? phrases().grantEnded(names.tool, names.brand, formatDay(endsAt))
      : phrases().grantMissing(names.tool, names.brand);
  return { code: 'NO_TOOL_GRANT', message };
}

async function findRefusedCode(
  db: Db,
  { userId, codeText, brand, at }: { userId: number; codeText: string; brand: string | undefined; at: number },
): Promise<HelpRefusal | null> {
  const readResult = readVerificationCode(codeText, nodePrimitives);
  if (!readResult.ok)
    return {
      code: null,
      text: codeText,
      toolId: null,
      hash: hashBytes(encodeUtf8(codeText.trim())),
      problem: toCodeProblem(readResult.refusal),
    };
  const code = readResult.value;
  const preview = await previewCode(
    db,
    { userId, request: code, tool: undefined, brand, isOverridden: false, now: at },
    true,
  );
  return preview.problem
    ? { code, text: code.text, toolId: null, hash: hashBytes(code.bytes), problem: preview.problem }
    : null;
}

const hashBytes = (bytes: Uint8Array): string => bytesToHex(nodePrimitives.sha256(bytes));

type NewHelpRequest = { input: HelpInput; refusal: HelpRefusal };

async function insertAndNotify(trx: Trx, context: AskContext, { input, refusal }: NewHelpRequest): Promise<number> {
  const { actor, at } = context;
  const machineName = refusal.code?.claims.machineName ?? '';
  const id = await insertHelpRequest(trx, {
    userId: actor.userId,
    askedAt: at,
    verificationCode: refusal.text,
    toolId: refusal.toolId,
    codeHash: refusal.hash,
    brandId: input.brand ?? null,
    problemCode: refusal.problem.code,
    problemMessage: refusal.problem.message,
    comment: input.comment.trim(),
    machineName,
    machineFold: foldText(machineName),
    state: 'open',
    closingWords: '',
  });
  await notifyStaff(trx, context, { id, input, refusal });
  await recordAction(trx, context, {
    action: 'help.ask',
    subject: { kind: 'helpRequest', id, personId: actor.userId },
    after: { code: refusal.problem.code },
  });
  return id;
}

async function notifyStaff(
  trx: Trx,
  { actor, at, queueLetter }: AskContext,
  { id, input, refusal }: NewHelpRequest & { id: number },
): Promise<void> {
  const requester = await findRequester(trx, actor.userId);
  const customer = {
    userId: requester.id,
    name: `${requester.firstName} ${requester.lastName}`.trim() || requester.login,
    login: requester.login,
    company: requester.company,
  };
  const letterFacts = {
    helpRequestId: id,
    customer,
    code: refusal.code && (await readCodeFacts(trx, refusal.code, at)),
    isForTool: refusal.toolId !== null,
    problem: refusal.problem,
    comment: input.comment,
  };
  const { people } = await findCaretakers(trx, requester, at);
  for (const person of people)
    await queueLetter(trx, { kind: 'helpAsked', ...toLetterRecipient(person), ...letterFacts });
}

async function readCodeFacts(trx: Trx, { claims }: VerificationCode, at: number) {
  const { toolId, toolVersion, createdAt, machineName } = claims;
  const tool = await findToolByCode(trx, toolId);
  return {
    machineName,
    tool: tool?.name ?? `Tool number ${toolId}`,
    version: `${toolVersion.major}.${toolVersion.minor}.${toolVersion.patch}`,
    madeAt: seconds(createdAt),
    clockSkewSeconds: createdAt - Math.floor(at / seconds(1)),
  };
}
