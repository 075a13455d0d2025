import { useState } from 'react';
import type { Arrival, Batch, Line, AddedCounts } from './batch.ts';
import { resetChecks, emptyBatch, removeLine, addArrivals } from './batch.ts';
import { useChecks } from './use-asking.ts';
import { useIssuingAll } from './use-issuing-all.ts';
import { selectIssuable, computeVerdicts } from './verdicts.ts';

/** The message about the codes added last. */
export type BatchMessage = Pick<AddedCounts, 'added' | 'twice' | 'beyond'>;

/** Several codes of one owner: checked a few at a time as they are added, and issued one by one on request. */
export function useBatch(userId: number) {
  const [batch, setBatch] = useState<Batch>(emptyBatch);
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
