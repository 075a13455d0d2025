import type { Body } from '@basics/contract/endpoint.ts';
import type { helpRequests } from '@basics/contract/help-requests.ts';
import { limits } from '@basics/contract/limits.ts';
import { phrases } from '@basics/contract/phrases.ts';
import { bytesToHex, encodeUtf8 } from '@basics/licensing/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { lockUser } from '#server/database/database.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { formatDay as formatCalendarDay } from '#server/features/licenses/calendar.ts';
import { findWait } from '#server/features/licenses/day-limit.ts';
import { findGrantState } from '#server/features/licenses/grant.ts';
import { previewLicense } from '#server/features/licenses/preview-license.ts';
import { toCodeProblem } from '#server/features/licenses/refusal.ts';
import { limitTrialLookUps } from '#server/features/licenses/trial-pace.ts';
import { findAllGrants, findToolByCode } from '#server/features/tools/tools.repository.ts';
import type { UserChangeContext } from '#server/features/users/acting.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { formatDay } from '#server/mail/letters/moment-words.ts';
import { days, seconds } from '#server/platform/clock.ts';
import { problem, problemWith } from '#server/platform/problem.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { recordAction } from '#server/platform/writing.ts';
import {
  findRequestTimesSince,
  findRequester,
  findOpenHelpRequests,
  findToolAndBrandNames,
  insertHelpRequest,
} from './help-requests.repository.ts';

type HelpInput = Body<typeof helpRequests.ask>;

/**
 * Sends a code that gets no licence, or the wish for a tool, to the staff responsible for the user, and returns the id of the request. If a
 * request for this code or tool with this problem is already open, returns its id and sends nothing. The server determines the refusal
 * itself and does not trust the client. Throws USER_NOT_FOUND, NOT_PERMITTED for another user's account, RESULTS_NOT_FOUND for an unknown
 * tool or brand, NO_HELP_NEEDED, HELP_LIMIT, HELP_DAY_LIMIT.
 */
export async function askForHelp(acting: UserChangeContext, userId: number, input: HelpInput): Promise<number> {
  const { database, actor, at } = acting;
  await requireInScope(database.kysely, actor, userId);
  if (actor.userId !== userId) throw problem('NOT_PERMITTED');
  await limitTrialLookUps(database.kysely, actor, { userId, now: at });
  const refused = await findRefusal(database.kysely, { userId, input, at });
  if (!refused) throw problem('NO_HELP_NEEDED');
  return database.transact(async (trx) => {
    await lockUser(trx, userId);
    const open = await findOpenHelpRequests(trx, userId);
    const same = open.find((each) => each.codeHash === refused.hash && each.problemCode === refused.problem.code);
    if (same) return same.id;
    if (open.length >= limits.help.open) throw problemWith('HELP_LIMIT', { open: limits.help.open });
    const most = limits.help.perDay;
    const limit = findWait(await findRequestTimesSince(trx, userId, at - days(1)), most, at);
    if (limit) throw problemWith('HELP_DAY_LIMIT', { most, wait: limit.wait }, limit);
    return insertAndNotify(trx, acting, { input, refused });
  });
}

type Refused = {
  code: VerificationCode | null;
  /** The code, or the text that is not one; empty for a tool. */
  text: string;
  /** The tool that is asked for without a code. */
  toolId: string | null;
  /** SHA-256 of the code, of a text that is not a code, or of the tool and brand; hex. */
  hash: string;
  problem: { code: string; message: string };
};

type RefusalQuery = { userId: number; input: HelpInput; at: number };

function findRefusal(db: Db, { input, ...asked }: RefusalQuery): Promise<Refused | null> {
  const { verificationCode, tool = '', brand = '' } = input;
  return verificationCode === undefined
    ? findMissingTool(db, { ...asked, tool, brand })
    : findRefusedCode(db, { ...asked, text: verificationCode, brand: input.brand });
}

/** The wish for a tool; null if the user may use it today. */
async function findMissingTool(
  db: Db,
  { userId, tool, brand, at }: { userId: number; tool: string; brand: string; at: number },
): Promise<Refused | null> {
  const names = await findToolAndBrandNames(db, { tool, brand });
  if (!names) throw problem('RESULTS_NOT_FOUND');
  const grant = (await findAllGrants(db, userId)).find((each) => each.toolId === tool && each.brandId === brand);
  const state = grant && findGrantState(grant, formatCalendarDay(at));
  if (state === 'valid') return null;
  const message =
    state === 'ended' && grant?.validTo
      ? phrases().grantEnded(names.tool, names.brand, formatDay(Date.parse(grant.validTo)))
      : phrases().grantMissing(names.tool, names.brand);
  return {
    code: null,
    text: '',
    toolId: tool,
    hash: hashBytes(encodeUtf8(JSON.stringify(['tool', tool, brand]))),
    problem: { code: 'NO_TOOL_GRANT', message },
  };
}

async function findRefusedCode(
  db: Db,
  { userId, text, brand, at }: { userId: number; text: string; brand: string | undefined; at: number },
): Promise<Refused | null> {
  const reading = readVerificationCode(text, nodePrimitives);
  if (!reading.ok)
    return {
      code: null,
      text,
      toolId: null,
      hash: hashBytes(encodeUtf8(text.trim())),
      problem: toCodeProblem(reading.refusal),
    };
  const code = reading.value;
  const preview = await previewLicense(
    db,
    { userId, request: code, tool: undefined, brand, isOverridden: false, now: at },
    true,
  );
  return preview.problem
    ? { code, text: code.text, toolId: null, hash: hashBytes(code.bytes), problem: preview.problem }
    : null;
}

const hashBytes = (bytes: Uint8Array): string => bytesToHex(nodePrimitives.sha256(bytes));

type NewHelpRequest = { input: HelpInput; refused: Refused };

async function insertAndNotify(
  trx: Trx,
  acting: UserChangeContext,
  { input, refused }: NewHelpRequest,
): Promise<number> {
  const { actor, at } = acting;
  const machineName = refused.code?.claims.machineName ?? '';
  const id = await insertHelpRequest(trx, {
    userId: actor.userId,
    askedAt: at,
    verificationCode: refused.text,
    toolId: refused.toolId,
    codeHash: refused.hash,
    brandId: input.brand ?? null,
    problemCode: refused.problem.code,
    problemMessage: refused.problem.message,
    comment: input.comment.trim(),
    machineName,
    machineFold: foldText(machineName),
    state: 'open',
    closingWords: '',
  });
  await notifyStaff(trx, acting, { id, input, refused });
  await recordAction(trx, acting, {
    action: 'help.ask',
    subject: { kind: 'helpRequest', id, personId: actor.userId },
    after: { code: refused.problem.code },
  });
  return id;
}

async function notifyStaff(
  trx: Trx,
  { actor, at, queueLetter }: UserChangeContext,
  { id, input, refused }: NewHelpRequest & { id: number },
): Promise<void> {
  const asker = await findRequester(trx, actor.userId);
  const customer = {
    userId: asker.id,
    name: `${asker.firstName} ${asker.lastName}`.trim() || asker.login,
    login: asker.login,
    company: asker.company,
  };
  const facts = {
    helpRequestId: id,
    customer,
    code: refused.code && (await readCodeFacts(trx, refused.code, at)),
    isForTool: refused.toolId !== null,
    problem: refused.problem,
    comment: input.comment,
  };
  const { people } = await findCaretakers(trx, asker);
  for (const person of people.filter((each) => each.id !== asker.id))
    await queueLetter(trx, {
      kind: 'helpAsked',
      to: person.login,
      userId: person.id,
      brandId: person.brandId,
      firstName: person.firstName,
      ...facts,
    });
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
