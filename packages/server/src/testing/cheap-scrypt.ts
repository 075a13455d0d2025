import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * In every test of the server, a cheap function replaces the derivation of keys from passphrases, which takes half a second of CPU. A call
 * with less than the full cost of the product fails its test.
 */

type Scrypt = typeof crypto.scryptSync;

/** The cost parameter N of scrypt in the product (OWASP Password Storage Cheat Sheet), and in tests. */
const [productCost, testCost] = [2 ** 17, 2 ** 4];

/** The property of the cheap function that contains the real function. `Symbol.for` gives all files of a worker the same symbol. */
const realKey = Symbol.for('the real scryptSync');

function createCheapScrypt(real: Scrypt): Scrypt {
  const cheap: Scrypt = (password, salt, keyLength, options = {}) => {
    if ((options.N ?? 0) < productCost) throw new Error(`scrypt with ${options.N} steps is too weak`);
    return real(password, salt, keyLength, { ...options, N: testCost });
  };
  return Object.assign(cheap, { [realKey]: real });
}

function useScrypt(scrypt: Scrypt): void {
  crypto.scryptSync = scrypt;
  syncBuiltinESMExports();
}

/** Returns the real `scryptSync`, even if another test file of this worker has already replaced it. */
const findRealScrypt = (): Scrypt => Reflect.get(crypto.scryptSync, realKey) ?? crypto.scryptSync;

useScrypt(createCheapScrypt(findRealScrypt()));

/** Runs a function that uses scrypt with the full cost. */
export function withRealScrypt<Result>(run: () => Result): Result {
  const cheap = crypto.scryptSync;
  useScrypt(findRealScrypt());
  try {
    return run();
  } finally {
    useScrypt(cheap);
  }
}
