import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readRevocationList, writeRevocationList } from '@basics/licensing/revocation-list.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import { days, minutes, seconds, startOfDay, type Clock } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { findCurrentKey, type LicenseKey, type LicenseKeys } from '../license-key.ts';
import {
  findEndedLicenseIds,
  findLatestRevocationTime,
  findRevokedKeyIds,
  findToolByCode,
} from './revocations.repository.ts';

type Dependencies = { database: Database; clock: Clock; keys: LicenseKeys | null };

/**
 * The time for which a process answers with the same revocation list. Signing a list for each request would be slow, because everyone can
 * request it. Two changes within one millisecond get the same sequence number, so a list must not be cached for long.
 */
const cacheLifetimeMs = minutes(1);

/**
 * Returns the functions that read the signed revocation lists of the tools, see docs/licence-format.md. Together they keep the lists for a
 * short time.
 */
export function createRevocationLists({ database, clock, keys }: Dependencies) {
  const db = database.kysely;
  const cachedLists = new Map<string, { at: number; seq: number; text: Promise<string> }>();

  return { readList, readLists };

  /**
   * Returns the revocation list of the tool with the given number. Throws RESULTS_NOT_FOUND if no tool has the number, CANNOT_ISSUE if
   * the portal has no signing key.
   */
  async function readList(toolCode: number): Promise<string> {
    const tool = await findToolByCode(db, toolCode);
    if (!tool) throw problem('RESULTS_NOT_FOUND');
    const now = clock();
    const seq = Math.max(await findLatestRevocationTime(db, { toolId: tool.id, now }), startOfDay(now));
    const cachedList = cachedLists.get(tool.id);
    if (cachedList?.seq === seq && now >= cachedList.at && now < cachedList.at + cacheLifetimeMs)
      return cachedList.text;
    // The promise is cached, so that simultaneous requests share one list. A rejected promise is removed from the cache.
    const text = signList({ toolCode, toolId: tool.id, now, seq });
    cachedLists.set(tool.id, { at: now, seq, text });
    text.catch(() => cachedLists.delete(tool.id));
    return text;
  }

  /** Returns the revocation lists of the tools with the given numbers, by number; no lists if the portal has no signing key. */
  async function readLists(toolCodes: readonly number[]): Promise<Record<string, string>> {
    if (!(await findCurrentKey(db, keys))) return {};
    const texts = await Promise.all(toolCodes.map((toolCode) => readList(toolCode)));
    return Object.fromEntries(toolCodes.map((toolCode, index) => [toolCode, texts[index] ?? '']));
  }

  async function signList(list: Omit<ListInput, 'key'>): Promise<string> {
    const key = await findCurrentKey(db, keys);
    if (!key) throw problem('CANNOT_ISSUE');
    return writeList(db, { ...list, key });
  }
}

export type RevocationLists = ReturnType<typeof createRevocationLists>;

type ListInput = { toolCode: number; toolId: string; now: number; seq: number; key: LicenseKey };

/**
 * Writes and signs the revocation list of a tool. The sequence number of a list is the time of the latest change, or the beginning of the
 * day if that is later. Because the sequence number is a time, no process stores it, all processes write the same bytes for the same data,
 * and the number rises within a day after a backup was restored. The sequence number is read before the ids, so that a change between the
 * two reads is in the next list.
 */
async function writeList(db: Db, { toolCode, toolId, now, seq, key }: ListInput): Promise<string> {
  const today = startOfDay(now);
  const list = {
    toolId: toolCode,
    seq,
    issuedAt: toUnixSeconds(seq),
    nextAt: toUnixSeconds(today + days(1)),
    ids: await findEndedLicenseIds(db, { toolId, now: today }),
    keys: await findRevokedKeyIds(db),
  };
  const text = writeRevocationList(list, key.signer, nodePrimitives);
  const readResult = readRevocationList(text, [key.signer.publicKey], nodePrimitives);
  if (!readResult.ok)
    throw new Error('a revocation list that was just signed cannot be read back', { cause: readResult });
  return text;
}

const toUnixSeconds = (at: number): number => Math.floor(at / seconds(1));
