import { setImmediate as nextTurn } from 'node:timers/promises';
import { readBatches } from '#server/platform/csv/csv.ts';

/** The highest number of rows that one statement of a job writes, so that other writes wait only for a short time. */
export const jobBatchSize = 50;

/**
 * The number of rows that a job processes in one transaction. Each row takes several statements, and the portal handles
 * requests between two rows. While ten clients searched, other writes had to wait for a transaction of 50 rows for more
 * than a second.
 */
const processedAtOnce = 10;

type BatchJob<Item> = {
  /** Reads at most `limit` rows after the row `after`, in the order of an index. */
  readItems: (after: Item | null, limit: number) => Promise<readonly Item[]>;
  /** Processes one batch, in one transaction. */
  processItems: (items: readonly Item[]) => Promise<unknown>;
  signal?: AbortSignal | undefined;
};

/**
 * Processes many rows in batches, with a pause for the event loop after each batch. When the process stops, throws the
 * reason of the signal.
 */
export async function processInBatches<Item>({ readItems, processItems, signal }: BatchJob<Item>): Promise<void> {
  for await (const items of readBatches(readItems, processedAtOnce)) {
    signal?.throwIfAborted();
    await processItems(items);
    await nextTurn();
  }
}

/**
 * Repeats a statement that changes at most `limit` rows, until it changes fewer rows. When the process stops, throws
 * the reason of the signal.
 */
export async function repeatUntilDone(work: (limit: number) => Promise<number>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    if ((await work(jobBatchSize)) < jobBatchSize) return;
    await nextTurn();
  }
}

/** Processes rows one by one, with a pause for the event loop after each row, also inside a transaction. */
export async function processOneByOne<Item>(
  items: readonly Item[],
  processItem: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    // The items are processed one after the other, because the statements of a transaction share its connection.
    // oxlint-disable-next-line no-await-in-loop
    await processItem(item);
    await nextTurn();
  }
}
