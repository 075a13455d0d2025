import { useState } from 'react';
import type { Arrival, Batch, Line, Taken } from './batch.ts';
import { askAgain, emptyBatch, remove, take } from './batch.ts';
import { useAsking } from './use-asking.ts';
import { useIssuingAll } from './use-issuing-all.ts';
import { toIssue, verdictsOf } from './verdicts.ts';

/** The message about the codes added last. */
export type Told = Pick<Taken, 'added' | 'twice' | 'beyond'>;

/** Several codes of one owner: checked a few at a time as they are added, and issued one by one on request. */
export function useBatch(userId: number) {
  const [batch, setBatch] = useState<Batch>(emptyBatch);
  const [told, setTold] = useState<Told>();
  const [brand, setBrand] = useState<string>();
  const verdicts = verdictsOf(batch.lines);
  const asking = useAsking({ userId, brand, lines: batch.lines, verdicts, setBatch });
  const issuing = useIssuingAll(userId, setBatch);
  const good = toIssue(batch.lines, verdicts);

  const add = (arrivals: readonly Arrival[]): void => {
    const { batch: taken, ...rest } = take(batch, arrivals);
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
    setBatch((current) => askAgain(current));
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
    remove: (id: string): void => setBatch((current) => remove(current, id)),
    askAgain: (): void => setBatch((current) => askAgain(current, isUnasked)),
    issue: (): void => issuing.start(good),
    stop: issuing.stop,
  };
}

export type UsedBatch = ReturnType<typeof useBatch>;

const isUnasked = ({ standing }: Line): boolean => standing.at === 'unasked';
