import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { clockSkewMs, days, hours, minutes, type Clock } from './clock.ts';
import {
  deleteJump,
  deleteSettings,
  endSessionsAndLinksFromFuture,
  endExpiredSessionsAndLinks,
  findClockRecord,
  recordLatestTime,
  writeJump,
} from './clock-guard.repository.ts';
import type { ClockAcceptance, ClockJump, ClockRecord } from './clock-guard.repository.ts';

/**
 * The reason why the clock of this server may be wrong. `from` is the expected time and `to` is the time that the clock
 * shows, in Unix milliseconds.
 */
export type ClockDoubt = { kind: 'forwards' | 'backwards' | 'database'; from: number; to: number };

export type ClockGuard = {
  /**
   * Reads the clock of the server, never before the call, and returns why the clock may be wrong; null if it is
   * correct.
   */
  check(): Promise<ClockDoubt | null>;
  /** Returns the result of the last check, without a query. */
  doubt(): ClockDoubt | null;
  /** Returns whether the clock of the server has jumped or was corrected since the last check, without a query. */
  hasJumped(): boolean;
};

type Dependencies = {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** A clock that nobody can set, in milliseconds since any fixed time. */
  steady: Clock;
  /** Reads the clock of the database server; null if the database has no server. */
  databaseTime: () => Promise<number | null>;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
};

/** While the portal runs, the clock of the server may gain at most this time on the steady clock between two checks. */
const maxAheadMs = hours(1);
/** If the portal was stopped for longer than this number of milliseconds, an operator has to accept the time. */
const maxStopMs = days(90);
/** The portal stores the time at most once in this interval. */
const storeEveryMs = minutes(1);

type Clocks = Pick<Dependencies, 'clock' | 'steady'>;

/** Computes the expected time from the steady clock, and compares the clock of the server with it. */
function watchClock({ clock, steady }: Clocks) {
  let startPoint: { wall: number; steady: number; maxAheadMs: number } | null = null;

  const expectedTime = (): number => (startPoint ? startPoint.wall + steady() - startPoint.steady : clock());
  return {
    expected: expectedTime,
    hasBegun: () => startPoint !== null,
    /**
     * Sets the expected time to `wall`. The expected time then advances with the steady clock. A clock that is up to
     * `aheadMs` milliseconds ahead of the expected time is accepted.
     */
    start: (wall: number, aheadMs: number) => {
      startPoint = { wall, steady: steady(), maxAheadMs: aheadMs };
    },
    isWrong(): boolean {
      const aheadMs = clock() - expectedTime();
      return aheadMs > (startPoint?.maxAheadMs ?? 0) || aheadMs < -clockSkewMs;
    },
  };
}

/**
 * Watches the clock of this server. If the clock jumps by more than an hour forwards or 5 minutes backwards, the guard
 * reports the jump until the clock is corrected or an operator accepts the time (decision 51). The jump affects only
 * processes whose own clock shows it. A process with a wrong clock stores no time that other processes use.
 */
export function createClockGuard(dependencies: Dependencies): ClockGuard {
  const { database, clock, databaseTime, log } = dependencies;
  const watch = watchClock(dependencies);
  const jumpTracker = createJumpTracker(dependencies, watch);
  let databaseDoubt: ClockDoubt | null = null;
  let runningCheck: Promise<ClockDoubt | null> | null = null;
  let waitingCheck: Promise<ClockDoubt | null> | null = null;

  async function compare(): Promise<ClockDoubt | null> {
    databaseDoubt = findDatabaseDoubt(await databaseTime(), clock());
    const clockRecord = await readClockRecord(database.kysely, log);
    if (!watch.hasBegun()) await jumpTracker.start(clockRecord, databaseDoubt === null);
    await jumpTracker.applyAcceptance(clockRecord.acceptance);
    if (watch.isWrong()) await jumpTracker.recordJump();
    // While the clock of the database shows another time, the portal cannot decide which of the two clocks is correct.
    else if (!databaseDoubt) await jumpTracker.recordTime();
    return findDoubt();
  }

  function findDoubt(): ClockDoubt | null {
    const jump = jumpTracker.jump();
    return jump ? { kind: findJumpKind(jump), from: jump.from, to: jump.to } : databaseDoubt;
  }

  function startCheck(): Promise<ClockDoubt | null> {
    runningCheck = compare().finally(() => {
      runningCheck = null;
    });
    return runningCheck;
  }

  return {
    doubt: findDoubt,
    check() {
      if (waitingCheck) return waitingCheck;
      if (!runningCheck) return startCheck();
      // The running check may have read the clock before a jump, so its result is too old for this caller.
      waitingCheck = Promise.allSettled([runningCheck]).then(() => {
        waitingCheck = null;
        return startCheck();
      });
      return waitingCheck;
    },
    hasJumped: () => watch.hasBegun() && watch.isWrong() !== (jumpTracker.jump() !== null),
  };
}

/** Stores the jump that this process sees, in memory and in the database. */
function createJumpTracker({ database, clock, steady, log }: Dependencies, watch: ReturnType<typeof watchClock>) {
  const db = database.kysely;
  /** The current jump, with the expected time and the shown time when the jump was found. */
  let jump: ClockJump | null = null;
  let appliedAcceptanceId: string | null = null;
  /** The time of the steady clock when the time was last stored. */
  let storedAtSteadyMs = -Infinity;

  /**
   * Ends the jump after the clock was corrected. Also ends the sessions and links that have dates in the future because
   * of the wrong clock, so that they do not become valid later.
   */
  async function endJump(): Promise<void> {
    const now = clock();
    await endSessionsAndLinksFromFuture(db, { now, sessionsAfter: now + clockSkewMs, linksAfter: now + clockSkewMs });
    await deleteJump(db);
    jump = null;
    log.info('the clock is correct again');
  }

  return {
    jump: () => jump,
    /**
     * Starts to watch the clock of the server. `isTrusted` means that the clock of the database shows the same time.
     */
    async start({ latestTime, jump: storedJump, acceptance }: ClockRecord, isTrusted: boolean): Promise<void> {
      appliedAcceptanceId = acceptance?.id ?? null;
      if (storedJump && isStillSeen(storedJump, { latest: latestTime, now: clock() })) {
        jump = storedJump;
        watch.start(clock() - (storedJump.to - storedJump.from), maxAheadMs);
        return;
      }
      if (storedJump && isTrusted) await endJump();
      watch.start(latestTime ?? clock(), latestTime === null ? maxAheadMs : maxStopMs);
    },
    /**
     * Applies an acceptance once, if the clock of this process shows the accepted time; the clock of another machine may still be wrong.
     */
    async applyAcceptance(accepted: ClockAcceptance | null): Promise<void> {
      if (!accepted || accepted.id === appliedAcceptanceId || !isAcceptedTime(clock(), accepted)) return;
      // The process may have stored its jump again after the command deleted the jump.
      if (jump) await deleteJump(db);
      jump = null;
      appliedAcceptanceId = accepted.id;
      watch.start(clock(), maxAheadMs);
    },
    async recordTime(): Promise<void> {
      if (jump) {
        await endJump();
        // If the clock has jumped again meanwhile, the next check records the new jump.
        if (watch.isWrong()) return;
      }
      watch.start(clock(), maxAheadMs);
      if (steady() - storedAtSteadyMs < storeEveryMs) return;
      await recordLatestTime(db, clock());
      storedAtSteadyMs = steady();
    },
    async recordJump(): Promise<void> {
      const shownJump = { id: jump?.id ?? randomUUID(), from: watch.expected(), to: clock() };
      const isNew = jump === null || findJumpKind(jump) !== findJumpKind(shownJump);
      if (!isNew && steady() - storedAtSteadyMs < storeEveryMs) return;
      // Expired sessions are ended first, so that no request with the earlier time can use them.
      if (shownJump.to < shownJump.from) await endExpiredSessionsAndLinks(db, shownJump.from);
      await writeJump(db, shownJump);
      storedAtSteadyMs = steady();
      if (!isNew) return;
      jump = shownJump;
      log.error(
        { kind: findJumpKind(shownJump) },
        'the clock jumped: jobs are paused until the clock is corrected or an operator accepts the time',
      );
    },
  };
}

async function readClockRecord(db: Db, log: Dependencies['log']): Promise<ClockRecord> {
  const clockRecord = await findClockRecord(db);
  if (clockRecord.unreadableKeys.length > 0) {
    log.error(
      { name: clockRecord.unreadableKeys.join(', ') },
      'stored settings of the clock could not be read and are replaced',
    );
    await deleteSettings(db, clockRecord.unreadableKeys);
  }
  return clockRecord;
}

const isAcceptedTime = (now: number, { at }: ClockAcceptance): boolean =>
  now - at >= -clockSkewMs && now - at <= maxAheadMs;

/**
 * Compares the clock of the database with the clock of this server. Returns null if they differ by at most
 * `clockSkewMs`, like the clocks of two servers.
 */
const findDatabaseDoubt = (time: number | null, now: number): ClockDoubt | null =>
  time === null || Math.abs(time - now) <= clockSkewMs ? null : { kind: 'database', from: time, to: now };

const findJumpKind = ({ from, to }: ClockJump): 'forwards' | 'backwards' => (to > from ? 'forwards' : 'backwards');

/**
 * Returns whether a process that starts now still sees the jump that an earlier process has stored. `from` and `to` are
 * the times of the last check of that process. A jump forwards is over in two cases. Either the clock shows an earlier
 * time than `to`, because it was corrected while the process was stopped. Or processes with a right clock have stored
 * times later than `to`.
 */
function isStillSeen({ from, to }: ClockJump, { latest, now }: { latest: number | null; now: number }): boolean {
  if (to < from) return now < from - clockSkewMs;
  return now >= to - clockSkewMs && (latest === null || latest < to - clockSkewMs);
}
