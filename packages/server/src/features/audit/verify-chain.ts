import type { Db } from '#server/database/database.ts';
import { headId } from '#server/platform/audit.repository.ts';
import { auditHash, firstHash } from '#server/platform/audit.ts';
import { countBeforeChain, findFirstUnlinked, findHead, findLinks } from './chain.repository.ts';
import type { LinkRow } from './chain.repository.ts';

/** `beforeChain`: entries older than the chain itself. `hasNoted`: whether a hash that was noted down earlier is in it. */
export type ChainReading =
  | { ok: true; entries: number; beforeChain: number; head: string; hasNoted: boolean }
  | { ok: false; auditId: number | null; why: string };

type Break = Extract<ChainReading, { ok: false }>;

/**
 * Walks the chain from its first entry and computes every hash anew: shows the first entry that was changed, removed, inserted or moved.
 * Whoever may write to the database could forge a whole new chain; the hash that somebody noted down before is then not in it.
 */
export async function verifyChain(db: Db, noted: string = firstHash): Promise<ChainReading> {
  const begin = await findHead(db, headId);
  if (!begin) return { ok: false, auditId: null, why: 'The end of the chain was removed.' };
  const walk = createWalk(noted);
  const broken = await walkToEnd(db, walk);
  const unlinked = await findFirstUnlinked(db, begin.begins_after);
  if (unlinked !== null && (broken?.auditId ?? Infinity) > unlinked)
    return { ok: false, auditId: unlinked, why: 'It was inserted: it is no part of the chain.' };
  if (broken) return broken;
  const { entries, hash: head, hasNoted } = walk.state;
  return { ok: true, entries, beforeChain: await countBeforeChain(db, begin.begins_after), head, hasNoted };
}

type Walk = ReturnType<typeof createWalk>;

/** Where the walk stands, and its step: what is wrong with the next link, or null. */
function createWalk(noted: string) {
  const state = { hash: firstHash, last: 0, entries: 0, hasNoted: noted === firstHash };
  return {
    state,
    step({ audit_id: auditId, previous_hash: previous, hash, entry }: LinkRow): Break | null {
      if (!entry) return { ok: false, auditId, why: 'It was removed.' };
      if (previous !== state.hash)
        return { ok: false, auditId, why: 'The entry before it was removed, inserted or moved.' };
      if (hash !== auditHash(previous, entry)) return { ok: false, auditId, why: 'It was changed.' };
      state.hash = hash;
      state.last = auditId;
      state.entries += 1;
      state.hasNoted ||= hash === noted;
      return null;
    },
  };
}

/** Page by page, so that nobody waits meanwhile; entries that are written during the walk are walked as well. */
async function walkToEnd(db: Db, walk: Walk): Promise<Break | null> {
  let isEnd = false;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const links = await findLinks(db, walk.state.last);
    for (const link of links) {
      const broken = walk.step(link);
      if (broken) return broken;
    }
    if (links.length > 0) isEnd = false;
    // oxlint-disable-next-line no-await-in-loop -- asked once, where the chain seems to end
    else if ((await findHead(db, headId))?.hash === walk.state.hash) return null;
    // Somebody may have written between the two reads, but then the next page shows it.
    else if (isEnd) return { ok: false, auditId: walk.state.last, why: 'Entries after it were removed.' };
    else isEnd = true;
  }
}
