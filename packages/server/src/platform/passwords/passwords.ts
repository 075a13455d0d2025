import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { problem } from '#server/platform/problem.ts';
import { createHmac, hkdfSync } from 'node:crypto';
import { hours } from '#server/platform/clock/clock.ts';

/** The cost of an argon2id hash: `memoryCost` in KiB, `timeCost` in passes, `parallelism` in lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. argon2id is the library's default. */
const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  /** Throws BUSY if the queue is full, so that a caller can refuse a request before any other work. */
  requireQueueCapacity: () => void;
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password matches. If `storedHash` is null, it does the same work and returns false, so that the time does not
   * reveal whether an account exists.
   */
  matches(storedHash: string | null, password: string): Promise<boolean>;
  /**
   * Returns whether a hash was created with another cost. If a hash is outdated, the portal hashes the password again at the next sign-in
   * of the user.
   */
  isOutdated(storedHash: string): boolean;
};

type Options = { maxWaiting?: number; cost?: HashCost };

/**
 * Creates functions that hash and check passwords. A check waits in a queue of limited length. Hashing shares the thread pool of Node.js
 * with file access and name look-ups, so one thread stays free for these. While `maxWaiting` checks are waiting, a further check is refused
 * with 503; otherwise it would wait half a minute. `cost` is lower only in tests.
 */
export async function createPasswords({ maxWaiting = 200, cost = owaspCost }: Options = {}): Promise<Passwords> {
  const queue = createQueue(Math.max(1, availableParallelism() - 1), maxWaiting);
  const hashOfUnusedPassword = await hash('a password that nobody has', cost);
  const prefix = createHashPrefix(cost);
  return {
    requireQueueCapacity: queue.requireCapacity,
    hash: (password) => queue.run(() => hash(password.normalize('NFKC'), cost)),
    async matches(storedHash, password) {
      const isMatch = await queue.run(() => verify(storedHash ?? hashOfUnusedPassword, password.normalize('NFKC')));
      return isMatch && storedHash !== null;
    },
    isOutdated: (storedHash) => !storedHash.startsWith(prefix),
  };
}

/** Returns the beginning of every hash that was created with the given cost, in the PHC string format. */
const createHashPrefix = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

type Queue = { requireCapacity: () => void; run<T>(work: () => Promise<T>): Promise<T> };

function createQueue(maxRunning: number, maxWaiting: number): Queue {
  let runningCount = 0;
  const waitingCallers: (() => void)[] = [];
  const requireCapacity = (): void => {
    if (runningCount >= maxRunning && waitingCallers.length >= maxWaiting)
      throw problem('BUSY', { retryAfterSeconds: 5 });
  };
  const run: Queue['run'] = async (work) => {
    requireCapacity();
    if (runningCount >= maxRunning) await new Promise<void>((resolve) => waitingCallers.push(resolve));
    else runningCount += 1;
    try {
      return await work();
    } finally {
      const nextCaller = waitingCallers.shift();
      if (nextCaller) nextCaller();
      else runningCount -= 1;
    }
  };
  return { requireCapacity, run };
}

/**
 * Returns the mark (short keyed hash) of a password at the time `now` (Unix milliseconds). Within one hour, equal passwords have equal
 * marks.
 */
export type MarkPassword = (password: string, now: number) => string;

/**
 * Creates the function that computes password marks. Marks make it possible to count how often a wrong password is tried without storing
 * the password. A mark has 20 bits, so one in a million passwords has the same mark. A mark does not reveal the password, even to somebody
 * who has the database and the key. The mark of a password changes every hour.
 */
export function createPasswordMarks(secret: Uint8Array): MarkPassword {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'basics-portal password marks', 32));
  return (password, now) =>
    createHmac('sha256', key)
      .update(`${Math.floor(now / hours(1))}\n${password}`)
      .digest('hex')
      .slice(0, 5);
}
