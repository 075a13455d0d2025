import { createHash, createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import { cpus, hostname, networkInterfaces, totalmem } from 'node:os';
import { readIfExists, writeAtomically } from '#desktop/atomic-file.ts';
import { decodeText } from '#desktop/decode-text.ts';
import { optional } from '#desktop/stored-twice.ts';
import type { Machine } from './machine-type.ts';

/** Where the facts of a PC are kept between checks, and what they are bound to. */
export type MachineCache = {
  path: string;
  /** A text that is another one on another PC, and that takes no time to read. */
  surroundings: () => string;
  /** Unix seconds. */
  now: () => number;
};

/** A PC rarely gets other parts: so many seconds. A check that refuses reads them anew at once. */
const keptFor = 86_400;

/**
 * The facts of a PC whose programs need seconds to print them. They are read once a day. A cache cannot be carried to another PC or edited:
 * it ends with a digest that is keyed by the surroundings. Making a code and installing a licence never use it (`isFresh`).
 */
export function readWithCache(cache: MachineCache, read: () => Machine, isFresh: boolean): Machine {
  const kept = isFresh ? undefined : readCache(cache);
  if (kept !== undefined) return kept;
  const machine = read();
  const body = JSON.stringify({ readAt: cache.now(), machine });
  // A service may have no folder that it can write.
  optional(() => writeAtomically(cache.path, `${body}\n${digestOf(body, cache)}\n`, true));
  return machine;
}

/** The system's own folder and volume, the processor, the memory and the addresses of the cards in use: no program is started for these. */
export function describeSurroundings(): string {
  const { dev, ino, birthtimeNs } = statSync(process.env['SystemRoot'] ?? '/', { bigint: true });
  const addresses = Object.values(networkInterfaces()).flatMap((card) => (card ?? []).map(({ mac }) => mac));
  const system = [`${dev} ${ino} ${birthtimeNs}`, cpus()[0]?.model ?? '', totalmem(), hostname()];
  return JSON.stringify([...system, ...new Set(addresses.toSorted())]);
}

function readCache(cache: MachineCache): Machine | undefined {
  const bytes = optional(() => readIfExists(cache.path));
  const [body = '', digest] = bytes === undefined ? [] : decodeText(bytes).split('\n');
  if (body === '' || digest !== digestOf(body, cache)) return undefined;
  // The digest shows that this program wrote it.
  const { readAt, machine }: { readAt: number; machine: Machine } = JSON.parse(body);
  const age = cache.now() - readAt;
  return age >= 0 && age < keptFor ? machine : undefined;
}

function digestOf(body: string, { surroundings }: MachineCache): string {
  const key = createHash('sha256').update(`basics-facts-v1\n${surroundings()}`).digest();
  return createHmac('sha256', key).update(body).digest('hex');
}
