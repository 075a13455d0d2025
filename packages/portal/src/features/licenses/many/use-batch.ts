import { useEffect, useState } from 'react';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import type { Arrival, Batch, Line, AddedCounts } from './batch.ts';
import { resetChecks, emptyBatch, listOpenCodes, removeLine, addArrivals } from './batch.ts';
import { readCodes } from './read-arrivals.ts';
import { useChecks } from './use-asking.ts';
import { useIssuingAll } from './use-issuing-all.ts';
import { selectIssuable, computeVerdicts } from './verdicts.ts';

/** The message about the codes added last. */
export type BatchMessage = Pick<AddedCounts, 'added' | 'twice' | 'beyond'>;

/**
 * Several codes of one owner: checked a few at a time as they are added, and issued one by one on request. A draft keeps the codes that have
 * no licence yet.
 */
export function useBatch(userId: number) {
  const { text: kept, write: keep } = useTextDraft(`codes for ${userId}`);
  const [batch, setBatch] = useState<Batch>(() => addArrivals(emptyBatch, readCodes(kept)).batch);
  const open = listOpenCodes(batch);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only other codes are a reason to write
  useEffect(() => keep(open), [open]);
  const [told, setTold] = useState<BatchMessage>();
  const [brand, setBrand] = useState<string>();
  const verdicts = computeVerdicts(batch.lines);
  const asking = useChecks({ userId, brand, lines: batch.lines, verdicts, setBatch });
  const issuing = useIssuingAll(userId, setBatch);
  const good = selectIssuable(batch.lines, verdicts);

  const add = (arrivals: readonly Arrival[]): void => {
    const { batch: taken, ...rest } = addArrivals(batch, arrivals);
    setBatch(taken);
    setTold(rest);
  };
  const clear = (): void => {
    setBatch(emptyBatch);
    setTold(undefined);
    issuing.forget();
  };
  const chooseBrand = (chosen: string): void => {
    setBrand(chosen);
    setBatch((current) => resetChecks(current));
  };
  return {
    lines: batch.lines,
    verdicts,
    told,
    brand,
    good,
    isAsking: asking.isAsking,
    waitsUntil: asking.waitsUntil ?? issuing.waitsUntil,
    run: issuing.run,
    add,
    clear,
    chooseBrand,
    remove: (id: string): void => setBatch((current) => removeLine(current, id)),
    askAgain: (): void => setBatch((current) => resetChecks(current, isUnchecked)),
    issue: (): void => issuing.start(good),
    stop: issuing.stop,
  };
}

export type UsedBatch = ReturnType<typeof useBatch>;

const isUnchecked = ({ standing }: Line): boolean => standing.at === 'unasked';
