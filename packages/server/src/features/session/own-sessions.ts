import type { OwnSession } from '@basics/contract/session/session.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { endAllSessions } from '#server/platform/security/end-sessions.repository.ts';
import { problem } from '#server/platform/problem.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { extendSession } from './sign-in/open-session.ts';
import { endOwnSession, endSession, findSessions } from './session.repository.ts';

/** Lists the user's own sessions. */
export async function listOwnSessions({
  db,
  actor,
  at,
}: Pick<CallContext, 'db' | 'actor' | 'at'>): Promise<{ items: OwnSession[] }> {
  const sessions = await findSessions(db, actor.userId, at);
  return {
    items: sessions.map((session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      address: session.address,
      signedInAt: new Date(session.createdAt).toISOString(),
      lastSeenAt: new Date(session.lastSeenAt).toISOString(),
      current: session.id === actor.sessionId,
    })),
  };
}

/**
 * Extends the session of the call. The previous token stays valid until it expires, so that the user stays signed in if the
 * response is lost. Throws NO_SESSION.
 */
export function extendOwnSession(context: WriteContext & { tokens: Tokens }): Promise<{ token: string }> {
  return context.database.transact(async (trx) => {
    const token = await extendSession(trx, context);
    if (token === null) throw problem('NO_SESSION');
    return { token };
  });
}

/** Ends the session of the call. */
export function signOut(context: WriteContext): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    await endSession(trx, actor.sessionId, at);
    await recordAction(trx, context, { action: 'session.signOut', subject: { kind: 'user', id: actor.userId } });
  });
}

/** Ends one of the user's own sessions, or all except the current one if `sessionId` is `others`. Throws RESULTS_NOT_FOUND. */
export function endOwnSessions(context: WriteContext, sessionId: string): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    if (sessionId === 'others') await endAllSessions(trx, actor.userId, at, actor.sessionId);
    else if (!(await endOwnSession(trx, sessionId, actor.userId, at))) throw problem('RESULTS_NOT_FOUND');
    const action = sessionId === 'others' ? 'session.endOthers' : 'session.end';
    await recordAction(trx, context, { action, subject: { kind: 'user', id: actor.userId } });
  });
}

/**
 * The patterns of browsers and systems in User-Agent headers. The first pattern that matches counts, because most browsers also name other
 * browsers.
 */
const browsers: readonly [RegExp, string][] = [
  [/\bbasics(-cli)?\//i, 'Basics'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X|macOS|darwin)\b/i, 'macOS'],
  [/\bLinux\b/i, 'Linux'],
];

/** Converts a User-Agent header (RFC 9110, 10.1.5) to a text for the user, for example `Firefox on Windows`. */
export function describeDevice(userAgent: string): string {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

const findName = (patterns: readonly [RegExp, string][], userAgent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
