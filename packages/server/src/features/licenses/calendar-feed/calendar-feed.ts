import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { licenses } from '@basics/contract/licenses/licenses.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { bytesToHex, encodeUtf8 } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { lockUser } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findAllGrants, type GrantRow } from '#server/features/tools/tools.repository.ts';
import { days, hours, minutes, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { findOwner } from '../licenses.repository.ts';
import { deleteFeed, findExpiringLicenses, findFeed, findFeedOwner, insertFeed } from './calendar-feed.repository.ts';

/** Allows a few devices to read one feed every 15 minutes. */
const feedRateLimit: RateLimit = {
  freeAttempts: 60,
  windowMs: hours(1),
  firstWaitMs: minutes(1),
  longestWaitMs: hours(1),
};
/** Limits how many unknown feed addresses one network can try. */
const unknownFeedRateLimit: RateLimit = {
  freeAttempts: 20,
  windowMs: hours(1),
  firstWaitMs: minutes(1),
  longestWaitMs: hours(1),
};
/** How long an event stays in the calendar after its day. */
const pastEventLifetimeMs = days(60);

type FeedContext = Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>;

/** Returns when the actor's feed was created; null if there is none. */
export async function readFeed({
  db,
  actor,
}: Pick<CallContext, 'db' | 'actor'>): Promise<Reply<typeof licenses.calendar>> {
  const feed = await findFeed(db, actor.userId);
  return { createdAt: feed ? new Date(feed.createdAt).toISOString() : null };
}

/**
 * Creates the feed of the actor, or gives the feed a new address: the old address then shows nothing. A feed shows the days on which
 * licences and grants end, for programs that cannot sign in. The address is the secret: 256 random bits, of which only the hash is stored.
 * The calendar contains the names of PCs and tools and the days, and nothing else about the user.
 */
export async function createFeed(
  context: FeedContext & Pick<CallContext, 'randomBytes' | 'queueLetter'>,
): Promise<Reply<typeof licenses.createCalendar>> {
  const { database, randomBytes, queueLetter, actor, at } = context;
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  await database.transact(async (trx) => {
    await lockUser(trx, actor.userId);
    await deleteFeed(trx, actor.userId);
    await insertFeed(trx, { userId: actor.userId, hash: hashToken(token), createdAt: at });
    await recordFeedAction(trx, context, 'calendar.create');
    const owner = await findOwner(trx, actor.userId);
    if (owner) {
      const { id: userId, login: to, brandId, firstName } = owner;
      await queueLetter(trx, { kind: 'calendarCreated', to, userId, brandId, firstName, at });
    }
  });
  return { path: `/calendar/${token}.ics` };
}

export async function endFeed(context: FeedContext): Promise<undefined> {
  const { database, actor } = context;
  await database.transact(async (trx) => {
    if (await deleteFeed(trx, actor.userId)) await recordFeedAction(trx, context, 'calendar.end');
  });
  return undefined;
}

type FeedRequest = { token: string; ipAddress: string; at: number };

/** Reads the text of the calendar with the given token. Throws RESULTS_NOT_FOUND, TOO_MANY_ATTEMPTS. */
export async function readCalendar(
  { database, publicUrl }: Pick<CallContext, 'database' | 'publicUrl'>,
  { token, ipAddress, at }: FeedRequest,
): Promise<string> {
  const db = database.kysely;
  const hash = hashToken(token);
  const owner = await findFeedOwner(db, hash);
  if (!owner) {
    await claimAttempt(db, `calendar:address:${findNetwork(ipAddress)}`, unknownFeedRateLimit, at);
    throw problem('RESULTS_NOT_FOUND');
  }
  await claimAttempt(db, `calendar:feed:${hash}`, feedRateLimit, at);
  const since = at - pastEventLifetimeMs;
  const expiringLicenses = await findExpiringLicenses(db, { userId: owner.userId, since });
  const grants = (await findAllGrants(db, owner.userId, toUtcDay(at))).filter(
    ({ validTo }) => (validTo ?? '') > toUtcDay(since),
  );
  return writeCalendar(phrases().calendarName(), [
    ...expiringLicenses.map((licence): CalendarEvent => ({
      uid: `licence-${licence.licenceUid}@basics-portal`,
      day: toUtcDay(licence.expiresAt),
      summary: phrases().licenceExpires(licence.tool, licence.machineName || phrases().unnamedPc()),
      createdAt: licence.issuedAt,
      url: `${publicUrl}/license/${licence.id}?renew=yes`,
    })),
    ...grants.map((grant) => toGrantEvent(grant, { at: owner.createdAt, publicUrl })),
  ]);
}

/**
 * Returns the event on the last day of a grant. The id of a grant can change, so the tool, the brand and the last day identify the event.
 */
const toGrantEvent = (grant: GrantRow, { at, publicUrl }: { at: number; publicUrl: string }): CalendarEvent => ({
  uid: `tool-${grant.toolId}-${grant.brandId}-${grant.validTo}@basics-portal`,
  day: grant.validTo ?? '',
  summary: phrases().grantEndEvent(grant.toolName, grant.brandName),
  createdAt: at,
  url: `${publicUrl}/account`,
});

const hashToken = (token: string): string => bytesToHex(nodePrimitives.sha256(encodeUtf8(token)));

const recordFeedAction = (trx: Trx, context: FeedContext, action: AuditAction): Promise<void> =>
  recordAction(trx, context, { action, subject: { kind: 'user', id: context.actor.userId } });

/** An event that lasts one day. */
type CalendarEvent = {
  /**
   * The id of the event. The id is never used for another event, so that a calendar program recognises the event when it reads the feed
   * again.
   */
  uid: string;
  /** `YYYY-MM-DD`. */
  day: string;
  summary: string;
  /** When the event was created, in Unix milliseconds. */
  createdAt: number;
  /** The page of the portal about the event. */
  url: string;
};

/** Returns a calendar as text (RFC 5545; REFRESH-INTERVAL is from RFC 7986, 5.7). Two calendars with the same events have the same text. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Basics Portal//Licences//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${formatTimestamp(event.createdAt)}`,
      `DTSTART;VALUE=DATE:${event.day.replaceAll('-', '')}`,
      `SUMMARY:${escapeText(event.summary)}`,
      `URL:${event.url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** Escapes a text by RFC 5545, 3.3.11, and replaces control characters, which are not allowed. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\\;,]/g, (character) => `\\${character}`);

/** Formats a time (Unix milliseconds) as `20261211T093000Z`. */
const formatTimestamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const maxOctets = 75;

/** Splits a line of more than 75 octets; the next lines begin with a space (RFC 5545, 3.1). No character is split. */
function foldLine(line: string): string {
  const foldedLines: string[] = [];
  let currentLine = '';
  for (const character of line) {
    if (Buffer.byteLength(currentLine + character) > maxOctets) {
      foldedLines.push(currentLine);
      currentLine = ' ';
    }
    currentLine += character;
  }
  return [...foldedLines, currentLine].join('\r\n');
}
