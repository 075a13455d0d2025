import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { problem } from '#server/platform/problem.ts';

/** The parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. argon2id is the library's default. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Whether a hash was made with other parameters than today's: it is then made anew when its owner next shows the password. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(today);

/** How each hash of today begins, in the PHC string format. */
const today = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Whether the password fits; with null it costs the same and says no, so that time tells nobody who has an account. */
  fits(stored: string | null, password: string): Promise<boolean>;
};

/**
 * Hashing behind a bounded queue. It shares the thread pool with files and name look-ups, so one core is always left to them;
 * when `waitingAtMost` are already waiting, the next one is sent away (503) rather than kept for half a minute.
 */
export async function createPasswords(waitingAtMost = 200): Promise<Passwords> {
  const queue = createQueue(Math.max(1, availableParallelism() - 1), waitingAtMost);
  const nobody = await hash('a password that nobody has', parameters);
  return {
    hash: (password) => queue(() => hash(password.normalize('NFKC'), parameters)),
    async fits(stored, password) {
      const same = await queue(() => verify(stored ?? nobody, password.normalize('NFKC')));
      return same && stored !== null;
    },
  };
}

type Queue = <T>(work: () => Promise<T>) => Promise<T>;

function createQueue(atOnce: number, waitingAtMost: number): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw problem('BUSY', { retryAfterSeconds: 5 });
      await new Promise<void>((resume) => waiting.push(resume));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
