import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * In every test of the server, a cheap function replaces the derivation of keys from passphrases, which takes half a second of CPU. A call
 * with less than the full cost of the product fails its test.
 */

type Scrypt = typeof crypto.scryptSync;

/** The cost parameter N of scrypt in the product (OWASP Password Storage Cheat Sheet), and in tests. */
const [fullSteps, cheapSteps] = [2 ** 17, 2 ** 4];

/** The name of the property in which the cheap function keeps the real one. All files of a worker share it. */
const realKey = Symbol.for('the real scryptSync');

function createCheapScrypt(real: Scrypt): Scrypt {
  const cheap: Scrypt = (password, salt, keyLength, options = {}) => {
    if ((options.N ?? 0) < fullSteps) throw new Error(`scrypt with ${options.N} steps is too weak`);
    return real(password, salt, keyLength, { ...options, N: cheapSteps });
  };
  return Object.assign(cheap, { [realKey]: real });
}

function useScrypt(scrypt: Scrypt): void {
  crypto.scryptSync = scrypt;
  syncBuiltinESMExports();
}

/** Returns the real function, also if another file of this worker has replaced it. */
const findRealScrypt = (): Scrypt => Reflect.get(crypto.scryptSync, realKey) ?? crypto.scryptSync;

useScrypt(createCheapScrypt(findRealScrypt()));

/** Runs a function with the full cost. */
export function withRealScrypt<Result>(run: () => Result): Result {
  const cheap = crypto.scryptSync;
  useScrypt(findRealScrypt());
  try {
    return run();
  } finally {
    useScrypt(cheap);
  }
}
