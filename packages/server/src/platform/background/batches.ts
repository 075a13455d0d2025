import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchesOf } from '#server/platform/csv/csv.ts';

/** The number of rows that a job writes in one transaction, so that other writes wait only a short time. */
export const jobBatch = 50;

type Batches<Item> = {
  /** Reads at most `most` rows after the given one, in the order of an index. */
  next: (behind: Item | null, most: number) => Promise<readonly Item[]>;
  /** Writes one batch, in one transaction. */
  work: (items: readonly Item[]) => Promise<unknown>;
  signal?: AbortSignal | undefined;
};

/**
 * Processes many rows in batches, with a pause for the event loop after each. Throws the signal's reason when the
 * process stops.
 */
export async function inBatches<Item>({ next, work, signal }: Batches<Item>): Promise<void> {
  for await (const items of batchesOf(next, jobBatch)) {
    signal?.throwIfAborted();
    await work(items);
    await nextTurn();
  }
}

/** Repeats a statement that changes at most `most` rows and returns how many, until it finds no more. Stops like `inBatches`. */
export async function untilDone(work: (most: number) => Promise<number>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    if ((await work(jobBatch)) < jobBatch) return;
    await nextTurn();
  }
}

/** Processes rows one by one, with a pause for the event loop after each, also inside a transaction. */
export async function oneByOne<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) {
    // One after the other: the statements of a transaction share its connection.
    // oxlint-disable-next-line no-await-in-loop
    await work(item);
    await nextTurn();
  }
}
