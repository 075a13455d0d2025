import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { problem } from '#server/platform/problem.ts';

/** The cost of an argon2id hash: memory in KiB, passes, lanes. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. argon2id is the library's default. */
const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = {
  /** Throws BUSY if the queue is full, so that a caller can refuse a request before any other work. */
  requireFreePlace: () => void;
  hash(password: string): Promise<string>;
  /**
   * Returns whether the password matches. With null it does the same work and returns false, so that the time does not reveal
   * who has an account.
   */
  matches(storedHash: string | null, password: string): Promise<boolean>;
  /** Returns whether a hash was created with another cost: it is created again when its owner next sends the password. */
  isOutdated(storedHash: string): boolean;
};

type Options = { maxWaiting?: number; cost?: HashCost };

/**
 * Creates functions that hash passwords, with a bounded queue. Hashing shares the thread pool with files and name look-ups, so one core stays free for
 * them. When `maxWaiting` checks are waiting, the next one is refused (503) instead of waiting half a minute. `cost`
 * is lower only in tests.
 */
export async function createPasswords({ maxWaiting = 200, cost = owaspCost }: Options = {}): Promise<Passwords> {
  const queue = createQueue(Math.max(1, availableParallelism() - 1), maxWaiting);
  const hashOfNobody = await hash('a password that nobody has', cost);
  const prefix = createHashPrefix(cost);
  return {
    requireFreePlace: queue.requireFreePlace,
    hash: (password) => queue.run(() => hash(password.normalize('NFKC'), cost)),
    async matches(storedHash, password) {
      const isMatch = await queue.run(() => verify(storedHash ?? hashOfNobody, password.normalize('NFKC')));
      return isMatch && storedHash !== null;
    },
    isOutdated: (storedHash) => !storedHash.startsWith(prefix),
  };
}

/** The beginning of a hash with this cost, in the PHC string format. */
const createHashPrefix = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

type Queue = { requireFreePlace: () => void; run<T>(work: () => Promise<T>): Promise<T> };

function createQueue(atOnce: number, maxWaiting: number): Queue {
  let runningCount = 0;
  const waitingCallers: (() => void)[] = [];
  const requireFreePlace = (): void => {
    if (runningCount >= atOnce && waitingCallers.length >= maxWaiting) throw problem('BUSY', { retryAfterSeconds: 5 });
  };
  const run: Queue['run'] = async (work) => {
    requireFreePlace();
    if (runningCount >= atOnce) await new Promise<void>((resolve) => waitingCallers.push(resolve));
    else runningCount += 1;
    try {
      return await work();
    } finally {
      const nextCaller = waitingCallers.shift();
      if (nextCaller) nextCaller();
      else runningCount -= 1;
    }
  };
  return { requireFreePlace, run };
}
