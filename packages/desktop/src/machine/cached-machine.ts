import { createHash, createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import { readIfExists, writeAtomically, decodeText } from '#desktop/state/atomic-file.ts';
import { ignoreToolProblem } from '#desktop/state/stored-twice.ts';
import type { Machine } from './linux-facts.ts';

/** The file in which the facts of a PC are stored between checks, and the data that protects them against use on another PC. */
export type MachineCache = {
  path: string;
  /** Returns a text about the PC that is different on each PC and can be read quickly. */
  surroundings: () => string;
  /** Unix seconds. */
  now: () => number;
};

/**
 * The maximum age of stored facts in seconds. Facts that are older are read again. A check also reads the facts again before it refuses a
 * licence.
 */
const maxAgeSeconds = 86_400;

/**
 * Reads the facts of a PC only once a day, because the programs that print the facts can need seconds. The cache file ends with a digest
 * whose key is the description of the PC (`surroundings`), so the file cannot be edited or used on another PC. With `isFresh`, the cache is
 * not used: the tool needs this to create a code and to install a licence.
 */
export function readWithCache(cache: MachineCache, readMachine: () => Machine, isFresh: boolean): Machine {
  const cachedMachine = isFresh ? undefined : readCache(cache);
  if (cachedMachine !== undefined) return cachedMachine;
  const machine = readMachine();
  const cachedText = JSON.stringify({ readAt: cache.now(), machine });
  // An error is ignored, because the tool may run as a service that cannot write into any folder.
  ignoreToolProblem(() => writeAtomically(cache.path, `${cachedText}\n${computeDigest(cachedText, cache)}\n`, true));
  return machine;
}

/**
 * Returns a description of the PC: the folder and the volume of the operating system, the processor, the memory, and the addresses of the
 * network cards in use. This function starts no other program.
 */
export function describeSurroundings(): string {
  const { dev, ino, birthtimeNs } = statSync(process.env['SystemRoot'] ?? '/', { bigint: true });
  const addresses = Object.values(networkInterfaces()).flatMap((networkCard) =>
    (networkCard ?? []).map(({ mac }) => mac),
  );
  const systemFacts = [`${dev} ${ino} ${birthtimeNs}`, cpus()[0]?.model ?? '', totalmem(), hostname()];
  return JSON.stringify([...systemFacts, ...new Set(addresses.toSorted())]);
}

function readCache(cache: MachineCache): Machine | undefined {
  const bytes = ignoreToolProblem(() => readIfExists(cache.path));
  const [cachedText = '', digest] = bytes === undefined ? [] : decodeText(bytes).split('\n');
  if (cachedText === '' || digest !== computeDigest(cachedText, cache)) return undefined;
  // The digest proves that this program wrote the cached text on this PC.
  const { readAt, machine }: { readAt: number; machine: Machine } = JSON.parse(cachedText);
  const age = cache.now() - readAt;
  return age >= 0 && age < maxAgeSeconds ? machine : undefined;
}

function computeDigest(cachedText: string, { surroundings }: MachineCache): string {
  const key = createHash('sha256').update(`basics-facts-v1\n${surroundings()}`).digest();
  return createHmac('sha256', key).update(cachedText).digest('hex');
}
