import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { computeAuditHash } from './audit.ts';
import {
  findAuditTail,
  findLastLink,
  hasAuditTail,
  insertAuditLinks,
  lockAuditHead,
  positionsPerId,
  writeAuditHead,
} from './audit.repository.ts';

/**
 * Adds the entries that wait to the chain of hashes, in the order of their ids. Each portal calls this every few seconds. The lock of the
 * newest hash lets one process at a time extend the chain: another one then finds no entry that waits. A process that is killed has stored
 * all of a batch or nothing.
 */
export async function extendChain({ kysely, transact }: Database, signal?: AbortSignal): Promise<void> {
  if (!(await hasAuditTail(kysely))) return;
  while ((await transact(extendByBatch)) === batchSize) {
    signal?.throwIfAborted();
    await nextTurn();
  }
}

/** The maximum number of entries that one transaction adds to the chain. */
const batchSize = 1000;

/** Adds the first entries that wait to the chain, in a transaction. Returns their number. */
export async function extendByBatch(trx: Trx): Promise<number> {
  let hash = await lockAuditHead(trx);
  const entries = await findAuditTail(trx, batchSize);
  if (entries.length === 0) return 0;
  let position = (await findLastLink(trx))?.position ?? 0;
  const links = entries.map((entry) => {
    const previousHash = hash;
    hash = computeAuditHash(previousHash, entry);
    // Beyond 2^52, a position would not be exact for much longer, so it only counts on.
    position = Math.max(position + 1, Math.min(entry.id * positionsPerId, 2 ** 52));
    return { auditId: entry.id, previousHash, hash, position };
  });
  await insertAuditLinks(trx, links);
  await writeAuditHead(trx, hash);
  return entries.length;
}
