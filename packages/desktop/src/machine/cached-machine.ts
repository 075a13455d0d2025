import { createHash, createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import { readIfExists, writeAtomically } from '#desktop/atomic-file.ts';
import { decodeText } from '#desktop/decode-text.ts';
import { ignoreToolProblem } from '#desktop/stored-twice.ts';
import type { Machine } from './machine-type.ts';

/** The file in which the facts of a PC are stored between checks, and the data that protects them against use on another PC. */
export type MachineCache = {
  path: string;
  /** Returns a text about the PC that is different on each PC and can be read quickly. */
  surroundings: () => string;
  /** Unix seconds. */
  now: () => number;
};

/** The maximum age of stored facts in seconds. A PC rarely gets other parts; before a check refuses a licence, it reads the facts again. */
const maxAgeSeconds = 86_400;

/**
 * Reads the facts of a PC, once a day, because the programs that print them can need seconds. The cache ends with a digest whose key is the
 * surroundings, so it cannot be edited or used on another PC. Creating a code and installing a licence never use the cache (`isFresh`).
 */
export function readWithCache(cache: MachineCache, readMachine: () => Machine, isFresh: boolean): Machine {
  const cachedMachine = isFresh ? undefined : readCache(cache);
  if (cachedMachine !== undefined) return cachedMachine;
  const machine = readMachine();
  const cachedText = JSON.stringify({ readAt: cache.now(), machine });
  // The cache is optional, because a service may have no folder that it can write.
  ignoreToolProblem(() => writeAtomically(cache.path, `${cachedText}\n${computeDigest(cachedText, cache)}\n`, true));
  return machine;
}

/**
 * Describes the folder and volume of the system, the processor, the memory and the addresses of the network cards in use. No other program
 * is started for this description.
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
