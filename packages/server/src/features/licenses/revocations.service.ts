import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readRevocationList, writeRevocationList } from '@basics/licensing/revocation-list.ts';
import type { Database, Db } from '#server/database/database.ts';
import { days, minutes, seconds } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { startOfDay } from './calendar.ts';
import { findCurrentKey } from './current-key.ts';
import type { LicenseKey, LicenseKeys } from './license-key.ts';
import { findEndedIds, findLatestRevocation, findRevokedKeyIds, findToolByCode } from './revocations.repository.ts';

type Dependencies = { database: Database; clock: Clock; keys: LicenseKeys | null };

/** How long a process may answer with the same list: anybody can ask for it, and a change in the same millisecond has the same number. */
const keptFor = minutes(1);

/** The signed revocation list of each tool, see docs/licence-format.md. */
export function revocationsService({ database, clock, keys }: Dependencies) {
  const db = database.kysely;
  const kept = new Map<string, { at: number; seq: number; text: Promise<string> }>();

  return {
    /** The list of the tool with this number. Throws RESULTS_NOT_FOUND for another number, CANNOT_ISSUE without the signing key. */
    async list(toolCode: number): Promise<string> {
      const tool = await findToolByCode(db, toolCode);
      if (!tool) throw problem('RESULTS_NOT_FOUND');
      const now = clock();
      const seq = Math.max(await findLatestRevocation(db, { toolId: tool.id, now }), startOfDay(now));
      const known = kept.get(tool.id);
      if (known?.seq === seq && now >= known.at && now < known.at + keptFor) return known.text;
      // Kept before it is written, so that simultaneous requests share one list; one that fails is not kept.
      const text = signList({ toolCode, toolId: tool.id, now, seq });
      kept.set(tool.id, { at: now, seq, text });
      text.catch(() => kept.delete(tool.id));
      return text;
    },
  };

  async function signList(list: Omit<Writing, 'key'>): Promise<string> {
    const key = await findCurrentKey(db, keys);
    if (!key) throw problem('CANNOT_ISSUE');
    return writeList(db, { ...list, key });
  }
}

export type RevocationsService = ReturnType<typeof revocationsService>;

type Writing = { toolCode: number; toolId: string; now: number; seq: number; key: LicenseKey };

/**
 * The sequence number is the time of the latest change, or the beginning of the day if that is later: no process stores a number, all give
 * the same bytes for the same facts, and after the restore of a backup the number rises within a day. It is read before the ids, so that
 * a change in between comes with the next list.
 */
async function writeList(db: Db, { toolCode, toolId, now, seq, key }: Writing): Promise<string> {
  const today = startOfDay(now);
  const list = {
    toolId: toolCode,
    seq,
    issuedAt: unixSeconds(seq),
    nextAt: unixSeconds(today + days(1)),
    ids: await findEndedIds(db, { toolId, now: today }),
    keys: await findRevokedKeyIds(db),
  };
  const text = writeRevocationList(list, key.signer, nodePrimitives);
  const reading = readRevocationList(text, [key.signer.publicKey], nodePrimitives);
  if (!reading.ok) throw new Error('a revocation list that was just signed cannot be read back', { cause: reading });
  return text;
}

const unixSeconds = (at: number): number => Math.floor(at / seconds(1));
