import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '#server/database/database.ts';
import { auditHeadId } from '#server/platform/audit.repository.ts';
import { hashBeforeFirstEntry } from '#server/platform/audit-hash.ts';
import { findFirstUnlinked, findHead, findLinks } from './chain.repository.ts';
import type { ChainLinkRow } from './chain.repository.ts';
import type { ChainFault, WitnessSource } from './chain-fault.ts';
import { checkEntry } from './check-entry.ts';
import { createRemovedValues } from './removed-values.ts';

/** A hash that the chain must contain, known from outside the chain, and the source of the hash. */
export type Witness = { hash: string; source: WitnessSource };

/** The result of a verification. */
export type ChainResult =
  { ok: true; entries: number; head: string } | { ok: false; auditId: number | null; fault: ChainFault };

type BrokenChain = Extract<ChainResult, { ok: false }>;

/**
 * Reads the chain from its first entry, computes every hash again, and reports the first entry that was changed, removed, inserted or
 * moved. An attacker who can write to the database could create a whole new chain, but it would not contain the hashes that are known from
 * outside the database (the witnesses).
 */
export async function verifyChain(
  db: Db,
  witnesses: readonly Witness[] = [],
  signal?: AbortSignal,
): Promise<ChainResult> {
  if (!(await findHead(db, auditHeadId))) return { ok: false, auditId: null, fault: 'headRemoved' };
  const chainCheck = createCheck(witnesses);
  const fault = (await checkToEnd(db, chainCheck, signal)) ?? chainCheck.withoutValues() ?? chainCheck.unseen();
  const firstUnlinked = await findFirstUnlinked(db);
  if (firstUnlinked !== null && (fault?.auditId ?? Infinity) > firstUnlinked)
    return { ok: false, auditId: firstUnlinked, fault: 'inserted' };
  if (fault) return fault;
  const { entries, hash: head } = chainCheck.state;
  return { ok: true, entries, head };
}

type ChainCheck = ReturnType<typeof createCheck>;

/** Creates a check that reads the chain link by link; each step returns the fault of the link, or null. */
function createCheck(witnesses: readonly Witness[]) {
  const state = { hash: hashBeforeFirstEntry, last: 0, entries: 0 };
  const unseenWitnesses = new Map(witnesses.map(({ hash, source }) => [hash, source]));
  unseenWitnesses.delete(hashBeforeFirstEntry);
  const removedValues = createRemovedValues();
  return {
    state,
    /** Returns the fault of the first entry whose values were removed, although no later entry records the removal. */
    withoutValues(): BrokenChain | null {
      const auditId = removedValues.first();
      return auditId === null ? null : { ok: false, auditId, fault: 'valuesRemoved' };
    },
    /** Returns a fault if a hash that is known from outside the chain (a witness) is not in the chain. */
    unseen(): BrokenChain | null {
      const [source] = unseenWitnesses.values();
      return source === undefined ? null : { ok: false, auditId: null, fault: source };
    },
    step({ auditId, previousHash: previous, hash, entry, values }: ChainLinkRow): BrokenChain | null {
      if (!entry) return { ok: false, auditId, fault: 'removed' };
      if (previous !== state.hash) return { ok: false, auditId, fault: 'previousChanged' };
      const entryState = checkEntry({ previousHash: previous, hash }, { entry, values });
      if (entryState === 'changed') return { ok: false, auditId, fault: 'changed' };
      if (entryState === 'withoutValues') removedValues.add({ entry, values });
      removedValues.settle({ entry, values });
      state.hash = hash;
      state.last = auditId;
      state.entries += 1;
      unseenWitnesses.delete(hash);
      return null;
    },
  };
}

/** Checks the chain page by page, so that other requests are not blocked. Entries that are written during the check are included. */
async function checkToEnd(db: Db, check: ChainCheck, signal?: AbortSignal): Promise<BrokenChain | null> {
  let isEnd = false;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const links = await findLinks(db, check.state.last);
    signal?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- requests get a turn after each page
    await nextTurn();
    for (const link of links) {
      const fault = check.step(link);
      if (fault) return fault;
    }
    if (links.length > 0) isEnd = false;
    // oxlint-disable-next-line no-await-in-loop -- read only where the chain seems to end
    else if ((await findHead(db, auditHeadId))?.hash === check.state.hash) return null;
    // If an entry was written between the two reads, the next page contains this entry.
    else if (isEnd) return { ok: false, auditId: check.state.last, fault: 'nextRemoved' };
    else isEnd = true;
  }
}
