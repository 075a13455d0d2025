import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isRefusal } from '../read-back-problem.tsx';
import { readBack } from '../licenses.queries.ts';
import { settle } from './batch.ts';
import type { Batch, Line, Standing } from './batch.ts';
import { patiently } from './patiently.ts';
import { lineProblemOf } from './line-problem.ts';
import type { Verdict } from './verdicts.ts';

type Asking = {
  userId: number;
  brand: string | undefined;
  lines: readonly Line[];
  verdicts: ReadonlyMap<string, Verdict>;
  setBatch: (change: (batch: Batch) => Batch) => void;
};

/** The largest number of checks at once. */
const atOnce = 3;

/** Checks the codes that are not checked yet, a few at a time, until the user leaves the page. */
export function useAsking({ userId, brand, lines, verdicts, setBatch }: Asking) {
  const underWay = useRef(new Set<string>());
  const stop = useRef(new AbortController());
  const [waitsUntil, setWaitsUntil] = useState<number>();
  const open = lines.filter(({ id }) => verdicts.get(id)?.is === 'asking');

  const ask = useEffectEvent(async (id: string, code: VerificationCode): Promise<void> => {
    const { signal } = stop.current;
    const asked = { verificationCode: code.text, ...(brand !== undefined && { brand }) };
    const standing = await answerTo(code, () =>
      patiently(() => readBack(userId, asked, signal), {
        signal,
        onWait: (seconds) => setWaitsUntil(Date.now() + seconds * 1000),
      }),
    );
    underWay.current.delete(id);
    if (signal.aborted) return;
    setBatch((batch) =>
      settle(batch, id, standing.at === 'offered' ? { ...standing, issuedBefore: batch.issued } : standing),
    );
  });

  useEffect(() => {
    for (const { id, standing } of open) {
      if (underWay.current.size >= atOnce) break;
      if (standing.at !== 'waiting' || underWay.current.has(id)) continue;
      underWay.current.add(id);
      void ask(id, standing.code);
    }
  }, [open]);

  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  return { isAsking: open.length > 0, waitsUntil: open.length > 0 ? waitsUntil : undefined };
}

async function answerTo(
  code: VerificationCode,
  asking: () => ReturnType<typeof readBack>,
): Promise<Extract<Standing, { at: 'offered' | 'refused' | 'unasked' }>> {
  try {
    return { at: 'offered', code, preview: await asking(), issuedBefore: 0 };
  } catch (error) {
    const problem = lineProblemOf(error);
    return isRefusal(error instanceof ApiProblem ? error : null)
      ? { at: 'refused', code, problem }
      : { at: 'unasked', code, problem };
  }
}
