import type { Db } from '#server/database/database.ts';
import { headId } from '#server/platform/audit.repository.ts';
import { firstHash } from '#server/platform/audit-hash.ts';
import { countBeforeChain, findFirstUnlinked, findHead, findLinks } from './chain.repository.ts';
import type { LinkRow } from './chain.repository.ts';
import { checkEntry } from './check-entry.ts';
import { createRemovedValues } from './removed-values.ts';

/** A hash that the chain contained at some time, known from outside of the chain, and where it comes from: `the seal of 10 March`. */
export type Witness = { hash: string; from: string };

/** `beforeChain`: the number of entries older than the chain. */
export type ChainReading =
  { ok: true; entries: number; beforeChain: number; head: string } | { ok: false; auditId: number | null; why: string };

type ChainFault = Extract<ChainReading, { ok: false }>;

/**
 * Reads the chain from its first entry and computes every hash again; reports the first entry that was changed, removed, inserted or moved. An
 * attacker who can write to the database could forge a whole new chain, but it would not contain the hashes of the witnesses.
 */
export async function verifyChain(db: Db, witnesses: readonly Witness[] = []): Promise<ChainReading> {
  const begin = await findHead(db, headId);
  if (!begin) return { ok: false, auditId: null, why: 'The end of the chain was removed.' };
  const check = createCheck(witnesses);
  const broken = (await checkToEnd(db, check)) ?? check.withoutValues() ?? check.unseen();
  const unlinked = await findFirstUnlinked(db, begin.beginsAfter);
  if (unlinked !== null && (broken?.auditId ?? Infinity) > unlinked)
    return { ok: false, auditId: unlinked, why: 'It was inserted: it is no part of the chain.' };
  if (broken) return broken;
  const { entries, hash: head } = check.state;
  return { ok: true, entries, beforeChain: await countBeforeChain(db, begin.beginsAfter), head };
}

type ChainCheck = ReturnType<typeof createCheck>;

/** The current link of the check; each step returns what is wrong with the next link, or null. */
function createCheck(witnesses: readonly Witness[]) {
  const state = { hash: firstHash, last: 0, entries: 0 };
  const unseen = new Map(witnesses.map(({ hash, from }) => [hash, from]));
  unseen.delete(firstHash);
  const removed = createRemovedValues();
  return {
    state,
    /** The first entry whose values were removed, if no later entry is about the deletion of a person. */
    withoutValues(): ChainFault | null {
      const auditId = removed.first();
      return auditId === null ? null : { ok: false, auditId, why: 'Its values were removed, and no entry says so.' };
    },
    /** The first witness whose hash is not in the chain. */
    unseen(): ChainFault | null {
      const [from] = unseen.values();
      return from === undefined
        ? null
        : { ok: false, auditId: null, why: `It was written anew or cut: ${from} is not in it.` };
    },
    step({ auditId, previousHash: previous, hash, entry, values }: LinkRow): ChainFault | null {
      if (!entry) return { ok: false, auditId, why: 'It was removed.' };
      if (previous !== state.hash)
        return { ok: false, auditId, why: 'The entry before it was removed, inserted or moved.' };
      const found = checkEntry({ previousHash: previous, hash }, { entry, values });
      if (found === 'changed') return { ok: false, auditId, why: 'It was changed.' };
      if (found === 'withoutValues') removed.add({ entry, values });
      removed.settle({ entry, values });
      state.hash = hash;
      state.last = auditId;
      state.entries += 1;
      unseen.delete(hash);
      return null;
    },
  };
}

/** Reads page by page, so that other requests are not blocked; entries written during the check are included. */
async function checkToEnd(db: Db, check: ChainCheck): Promise<ChainFault | null> {
  let isEnd = false;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const links = await findLinks(db, check.state.last);
    for (const link of links) {
      const broken = check.step(link);
      if (broken) return broken;
    }
    if (links.length > 0) isEnd = false;
    // oxlint-disable-next-line no-await-in-loop -- asked once, where the chain seems to end
    else if ((await findHead(db, headId))?.hash === check.state.hash) return null;
    // An entry may have been written between the two reads; the next page then contains it.
    else if (isEnd) return { ok: false, auditId: check.state.last, why: 'Entries after it were removed.' };
    else isEnd = true;
  }
}
