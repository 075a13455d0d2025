import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import {
  readRevocationList,
  type RevocationList,
  type RevocationListRefusal,
} from '@basics/licensing/revocation-list.ts';

/**
 * Whether a revocation list was accepted, or the reason why it was refused. `LIST_OLDER`: the stored list has a higher sequence number.
 * `KEY_REVOKED`: the list is signed with a revoked key.
 */
export type RevocationListResult =
  | { isTaken: true; code: 'LIST_TAKEN'; list: RevocationList }
  | { isTaken: false; code: 'LIST_OLDER' | 'OTHER_TOOL' | 'KEY_REVOKED' | RevocationListRefusal };

type RevocationContext = {
  toolId: number;
  keys: readonly Uint8Array[];
  previousList: RevocationList | undefined;
};

/**
 * Checks a revocation list before it replaces the stored list. A list with the same sequence number also replaces the stored list, because
 * the sequence numbers are times.
 */
export function readRevocations(text: string, { toolId, keys, previousList }: RevocationContext): RevocationListResult {
  const reading = readRevocationList(text, keys, nodePrimitives);
  if (!reading.ok) return { isTaken: false, code: reading.refusal.code };
  const { list, keyId } = reading.value;
  if (list.toolId !== toolId) return { isTaken: false, code: 'OTHER_TOOL' };
  if ([...list.keys, ...(previousList?.keys ?? [])].includes(keyId)) return { isTaken: false, code: 'KEY_REVOKED' };
  if (previousList !== undefined && list.seq < previousList.seq) return { isTaken: false, code: 'LIST_OLDER' };
  return { isTaken: true, code: 'LIST_TAKEN', list };
}

/** Finds the newest genuine revocation list in the stored copies. A copy that was edited or damaged is ignored. */
export function findNewestRevocations(
  copies: readonly string[],
  toolId: number,
  keys: readonly Uint8Array[],
): RevocationList | undefined {
  const lists = copies.flatMap((text) => {
    const reading = readRevocationList(text, keys, nodePrimitives);
    return reading.ok && reading.value.list.toolId === toolId ? [reading.value.list] : [];
  });
  return lists.toSorted((firstList, secondList) => secondList.seq - firstList.seq)[0];
}
