import type { Reply } from '@basics/contract/endpoint.ts';
import type { licenses } from '@basics/contract/licenses.ts';
import { phrases } from '@basics/contract/phrases.ts';
import { bytesToHex, encodeUtf8 } from '@basics/licensing/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { lockUser } from '#server/database/database.ts';
import type { Database, Trx } from '#server/database/database.ts';
import { findAllGrants } from '#server/features/tools/tools.repository.ts';
import type { GrantRow } from '#server/features/tools/tools.repository.ts';
import { days, hours, minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import { problem } from '#server/platform/problem.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';
import { formatDay } from '../calendar.ts';
import { deleteFeed, findEndings, findFeed, findFeedOwner, insertFeed } from './calendar-feed.repository.ts';
import { writeCalendar } from './write-calendar.ts';
import type { CalendarEvent } from './write-calendar.ts';

type Dependencies = { database: Database; clock: Clock; chance: (bytes: number) => Uint8Array; publicUrl: string };

/** A few devices that read one feed every quarter of an hour. */
const feedPace: RateLimit = { free: 60, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: hours(1) };
/** Addresses that belong to nobody, from one network. */
const unknownPace: RateLimit = { free: 20, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: hours(1) };
/** How long an ending stays in the calendar. */
const keptFor = days(60);

/**
 * A calendar of what ends when, for programs that cannot sign in. Its address is the secret: 256 random bits, of which only the hash is
 * stored. It contains names of PCs and tools and days, and nothing else about the user.
 */
export function calendarFeedService({ database, clock, chance, publicUrl }: Dependencies) {
  const db = database.kysely;

  return {
    async find({ userId }: Actor): Promise<Reply<typeof licenses.calendar>> {
      const feed = await findFeed(db, userId);
      return { createdAt: feed ? new Date(feed.createdAt).toISOString() : null };
    },

    /** Creates the feed of a user, or gives it another address: the former one then shows nothing. */
    async create(actor: Actor, origin: Origin): Promise<Reply<typeof licenses.createCalendar>> {
      const token = Buffer.from(chance(32)).toString('base64url');
      const at = clock();
      await database.transact(async (trx) => {
        await lockUser(trx, actor.userId);
        await deleteFeed(trx, actor.userId);
        await insertFeed(trx, { userId: actor.userId, hash: hashToken(token), createdAt: at });
        await record(trx, { actor, origin, at }, 'calendar.create');
      });
      return { path: `/calendar/${token}.ics` };
    },

    async end(actor: Actor, origin: Origin): Promise<undefined> {
      const at = clock();
      await database.transact(async (trx) => {
        if (await deleteFeed(trx, actor.userId)) await record(trx, { actor, origin, at }, 'calendar.end');
      });
      return undefined;
    },

    /** The calendar at an address. Throws RESULTS_NOT_FOUND, TOO_MANY_ATTEMPTS. */
    async read(token: string, address: string): Promise<string> {
      const now = clock();
      const hash = hashToken(token);
      const owner = await findFeedOwner(db, hash);
      if (!owner) {
        await claimAttempt(db, `calendar:address:${findNetwork(address)}`, unknownPace, now);
        throw problem('RESULTS_NOT_FOUND');
      }
      await claimAttempt(db, `calendar:feed:${hash}`, feedPace, now);
      const after = now - keptFor;
      const expiring = await findEndings(db, { userId: owner.userId, after });
      const grants = (await findAllGrants(db, owner.userId)).filter(
        ({ validTo }) => (validTo ?? '') > formatDay(after),
      );
      return writeCalendar(phrases().calendarName(), [
        ...expiring.map((licence): CalendarEvent => ({
          uid: `licence-${licence.licenceUid}@basics-portal`,
          day: formatDay(licence.expiresAt),
          summary: phrases().licenceExpires(licence.tool, licence.machineName || phrases().unnamedPc()),
          at: licence.issuedAt,
          url: `${publicUrl}/account?renew=${licence.id}`,
        })),
        ...grants.map((grant) => toEvent(grant, { at: owner.createdAt, publicUrl })),
      ]);
    },
  };
}

export type CalendarFeedService = ReturnType<typeof calendarFeedService>;

/** The end of a tool. A grant has no id that stays, so its tool, brand and last day are its identity. */
const toEvent = (grant: GrantRow, { at, publicUrl }: { at: number; publicUrl: string }): CalendarEvent => ({
  uid: `tool-${grant.toolId}-${grant.brandId}-${grant.validTo}@basics-portal`,
  day: grant.validTo ?? '',
  summary: phrases().toolEnds(grant.toolName, grant.brandName),
  at,
  url: `${publicUrl}/account`,
});

const hashToken = (token: string): string => bytesToHex(nodePrimitives.sha256(encodeUtf8(token)));

const record = (trx: Trx, writer: { actor: Actor; origin: Origin; at: number }, action: string): Promise<void> =>
  recordAction(trx, writer, { action, subject: { kind: 'user', id: writer.actor.userId } });
