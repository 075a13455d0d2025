import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isRefusal } from '../read-back-problem.tsx';
import { checkCode } from '../licenses.queries.ts';
import { setLineState } from './batch.ts';
import type { Batch, Line, LineState } from './batch.ts';
import { callWithRetries } from './patiently.ts';
import { toLineProblem } from './line-problem.ts';
import type { Verdict } from './verdicts.ts';

type CheckOptions = {
  userId: number;
  brand: string | undefined;
  lines: readonly Line[];
  verdicts: ReadonlyMap<string, Verdict>;
  setBatch: (change: (batch: Batch) => Batch) => void;
};

/** The largest number of checks at once. */
const maxParallel = 3;

/** Checks the codes that are not checked yet, a few at a time, until the user leaves the page. */
export function useChecks({ userId, brand, lines, verdicts, setBatch }: CheckOptions) {
  const underWay = useRef(new Set<string>());
  const stop = useRef(new AbortController());
  const [waitsUntil, setWaitsUntil] = useState<number>();
  const open = lines.filter(({ id }) => verdicts.get(id)?.is === 'asking');

  const ask = useEffectEvent(async (id: string, code: VerificationCode): Promise<void> => {
    const { signal } = stop.current;
    const asked = { verificationCode: code.text, ...(brand !== undefined && { brand }) };
    const standing = await checkLine(code, () =>
      callWithRetries(() => checkCode(userId, asked, signal), {
        signal,
        onWait: (seconds) => setWaitsUntil(Date.now() + seconds * 1000),
      }),
    );
    underWay.current.delete(id);
    if (signal.aborted) return;
    setBatch((batch) =>
      setLineState(batch, id, standing.at === 'offered' ? { ...standing, issuedBefore: batch.issued } : standing),
    );
  });

  useEffect(() => {
    for (const { id, standing } of open) {
      if (underWay.current.size >= maxParallel) break;
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

async function checkLine(
  code: VerificationCode,
  asking: () => ReturnType<typeof checkCode>,
): Promise<Extract<LineState, { at: 'offered' | 'refused' | 'unasked' }>> {
  try {
    return { at: 'offered', code, preview: await asking(), issuedBefore: 0 };
  } catch (error) {
    const problem = toLineProblem(error);
    return isRefusal(error instanceof ApiProblem ? error : null)
      ? { at: 'refused', code, problem }
      : { at: 'unasked', code, problem };
  }
}
