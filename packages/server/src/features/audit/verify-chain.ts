import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Db } from '#server/database/foundation.ts';
import type { Row } from '#server/database/schema.ts';
import { auditHeadId, countAuditTail } from '#server/platform/audit/audit.repository.ts';
import {
  computeAuditHash,
  computeValuesHash,
  emptyAuditValues,
  hashBeforeFirstEntry,
} from '#server/platform/audit/audit.ts';
import type { AuditValues } from '#server/platform/audit/audit.ts';
import {
  findFirstMissingInTail,
  findFirstUnlinked,
  findHead,
  findLinks,
  findRemovalsInTail,
  type ChainLinkRow,
} from './chain.repository.ts';
import { describeChainFault, type ChainFault, type WitnessSource } from './chain-fault.ts';

/** A hash that the chain must contain, known from outside the chain, and the source of the hash. */
export type Witness = { hash: string; source: WitnessSource };

/**
 * The result of a verification. `waiting` is the number of entries that are not in the chain yet, so that nothing proves them, and `since` is
 * the time of the oldest one, in Unix milliseconds.
 */
export type ChainResult =
  | { ok: true; entries: number; head: string; waiting: number; since: number | null }
  | { ok: false; auditId: number | null; fault: ChainFault };

/** Called after each page of the chain; if it throws, the verification ends. */
type AfterPage = () => Promise<void>;

type BrokenChain = Extract<ChainResult, { ok: false }>;

/**
 * Reads the chain from its first entry, computes every hash again, and reports the first entry that was changed, removed, inserted or
 * moved. An attacker who can write to the database could create a whole new chain, but it would not contain the hashes that are known from
 * outside the database (the witnesses).
 */
export async function verifyChain(
  db: Db,
  witnesses: readonly Witness[] = [],
  afterPage?: AfterPage,
): Promise<ChainResult> {
  if (!(await findHead(db, auditHeadId))) return { ok: false, auditId: null, fault: 'headRemoved' };
  const chainCheck = createCheck(witnesses);
  const fault = (await checkAll(db, chainCheck, afterPage)) ?? chainCheck.withoutValues() ?? chainCheck.unseen();
  const firstUnlinked = await findFirstUnlinked(db);
  if (firstUnlinked !== null && (fault?.auditId ?? Infinity) > firstUnlinked)
    return { ok: false, auditId: firstUnlinked, fault: 'inserted' };
  if (fault) return fault;
  const missing = await findFirstMissingInTail(db);
  if (missing !== null) return { ok: false, auditId: missing, fault: 'removed' };
  const { entries, hash: head } = chainCheck.state;
  const { entries: waiting, since } = await countAuditTail(db);
  return { ok: true, entries, head, waiting, since };
}

type ChainCheck = ReturnType<typeof createCheck>;

/** Creates a check that reads the chain link by link; each step returns the fault of the link, or null. */
function createCheck(witnesses: readonly Witness[]) {
  const state = { hash: hashBeforeFirstEntry, last: 0, position: 0, entries: 0 };
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
    settleRemovals: (after: string | null): void => removedValues.settle(after),
    step({ auditId, position, previousHash: previous, hash, entry, values }: ChainLinkRow): BrokenChain | null {
      if (!entry) return { ok: false, auditId, fault: 'removed' };
      if (previous !== state.hash) return { ok: false, auditId, fault: 'previousChanged' };
      const entryState = checkEntry({ previousHash: previous, hash }, { entry, values });
      if (entryState === 'changed') return { ok: false, auditId, fault: 'changed' };
      if (entryState === 'withoutValues') removedValues.add({ entry, values });
      removedValues.settle(values?.after ?? null);
      state.hash = hash;
      state.last = auditId;
      state.position = position;
      state.entries += 1;
      unseenWitnesses.delete(hash);
      return null;
    },
  };
}

/**
 * Checks the chain to its end. A deletion of values may be recorded by an entry that waits for the chain, or that joined the chain after its
 * end was read, so the chain is read on after the entries that wait.
 */
async function checkAll(db: Db, check: ChainCheck, afterPage?: AfterPage): Promise<BrokenChain | null> {
  const fault = await checkToEnd(db, check, afterPage);
  if (fault) return fault;
  for (const { after } of await findRemovalsInTail(db)) check.settleRemovals(after);
  return checkToEnd(db, check, afterPage);
}

/** Checks the chain page by page, so that other requests are not blocked. Entries that are written during the check are included. */
async function checkToEnd(db: Db, check: ChainCheck, afterPage?: AfterPage): Promise<BrokenChain | null> {
  let isEnd = false;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const links = await findLinks(db, check.state.position);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await afterPage?.();
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

type EntryWithValues = { entry: Row<'audit'>; values: AuditValues | null };

/** Compares an entry of the audit log with its hash in the chain: `changed`, `complete`, or `withoutValues` if its values were deleted. */
function checkEntry(
  { previousHash, hash }: { previousHash: string; hash: string },
  { entry, values }: EntryWithValues,
): 'changed' | 'complete' | 'withoutValues' {
  if (computeAuditHash(previousHash, entry) !== hash) return 'changed';
  if (computeValuesHash(values ?? emptyAuditValues) === entry.valuesHash) return 'complete';
  return values === null ? 'withoutValues' : 'changed';
}

const removalSchema = z.object({ removedValues: z.array(z.int()) });

/** Collects entries whose values were deleted, until a later entry of the chain records the deletion. */
function createRemovedValues() {
  const unrecordedIds = new Set<number>();
  return {
    add({ entry }: EntryWithValues): void {
      unrecordedIds.add(entry.id);
    },
    /** Removes entries from the collection if an entry with the value `after` records the deletion of their values. */
    settle(after: string | null): void {
      if (after?.includes('"removedValues"') !== true) return;
      const parsedRemoval = removalSchema.safeParse(JSON.parse(after));
      for (const auditId of parsedRemoval.success ? parsedRemoval.data.removedValues : [])
        unrecordedIds.delete(auditId);
    },
    /** Returns the first entry whose values were deleted although no later entry records the deletion; null if there is none. */
    first: (): number | null => (unrecordedIds.size === 0 ? null : Math.min(...unrecordedIds)),
  };
}

/** Verifies the audit log, and returns whether it is complete and the output of `portal audit verify`. `facts` are for programs. */
export async function verifyAndReportChain(db: Db, witnesses: readonly Witness[] = []) {
  const chainResult = await verifyChain(db, witnesses);
  const { ok, ...facts } = { ...chainResult, compared: witnesses.length };
  if (!chainResult.ok) {
    const entryText = chainResult.auditId === null ? '' : ` at entry ${chainResult.auditId}`;
    const lines = [`The audit log is broken${entryText}. ${describeChainFault(chainResult.fault)}`];
    return { ok, lines, facts };
  }
  return {
    ok,
    facts,
    lines: [
      `The audit log is intact. Verified entries: ${chainResult.entries}.`,
      ...describeTail(chainResult),
      `Seals and licences that were compared: ${witnesses.length}. The hash of the newest entry is: ${chainResult.head}`,
    ],
  };
}

/** Says how many entries nothing proves yet. While a portal runs, entries wait only for seconds. */
export const describeTail = ({ waiting, since }: { waiting: number; since: number | null }): string[] =>
  since === null
    ? []
    : [
        `Entries that are not in the chain yet, so that nothing proves them: ${waiting}, the oldest of ${new Date(since).toISOString()}.`,
      ];
