import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isRefusal } from '../issue/code-check-problem.tsx';
import { checkCode } from '../licenses.queries.ts';
import { withLineState } from './batch.ts';
import type { Batch, CodeLine, LineState } from './batch.ts';
import { callWithRetries } from '#portal/api/call-with-retries.ts';
import { toLineProblem } from './line-problem.ts';
import type { Verdict } from './verdicts.ts';

type CheckOptions = {
  userId: number;
  brand: string | undefined;
  lines: readonly CodeLine[];
  verdicts: ReadonlyMap<string, Verdict>;
  setBatch: (change: (batch: Batch) => Batch) => void;
};

/** The largest number of checks at once. */
const maxParallelChecks = 3;

/** Checks the codes that are not checked yet, a few at a time, until the user leaves the page. */
export function useChecks({ userId, brand, lines, verdicts, setBatch }: CheckOptions) {
  const runningChecks = useRef(new Set<string>());
  const abortController = useRef(new AbortController());
  const [waitsUntil, setWaitsUntil] = useState<number>();
  const uncheckedLines = lines.filter(({ id }) => verdicts.get(id)?.kind === 'asking');

  const checkAndStore = useEffectEvent(async (id: string, code: VerificationCode): Promise<void> => {
    const { signal } = abortController.current;
    const codeRequest = { verificationCode: code.text, ...(brand !== undefined && { brand }) };
    const checkedState = await checkLine(code, () =>
      callWithRetries(() => checkCode(userId, codeRequest, signal), {
        signal,
        onWait: (seconds) => setWaitsUntil(Date.now() + seconds * 1000),
      }),
    );
    runningChecks.current.delete(id);
    if (signal.aborted) return;
    setBatch((batch) =>
      withLineState(
        batch,
        id,
        checkedState.status === 'offered' ? { ...checkedState, issuedBefore: batch.issuedCount } : checkedState,
      ),
    );
  });

  useEffect(() => {
    for (const { id, state } of uncheckedLines) {
      if (runningChecks.current.size >= maxParallelChecks) break;
      if (state.status !== 'waiting' || runningChecks.current.has(id)) continue;
      runningChecks.current.add(id);
      void checkAndStore(id, state.code);
    }
  }, [uncheckedLines]);

  useEffect(() => {
    abortController.current = new AbortController();
    return () => abortController.current.abort();
  }, []);
  return { isChecking: uncheckedLines.length > 0, waitsUntil: uncheckedLines.length > 0 ? waitsUntil : undefined };
}

async function checkLine(
  code: VerificationCode,
  sendCheck: () => ReturnType<typeof checkCode>,
): Promise<Extract<LineState, { status: 'offered' | 'refused' | 'unasked' }>> {
  try {
    return { status: 'offered', code, preview: await sendCheck(), issuedBefore: 0 };
  } catch (error) {
    const problem = toLineProblem(error);
    return isRefusal(error instanceof ApiProblem ? error : null)
      ? { status: 'refused', code, problem }
      : { status: 'unasked', code, problem };
  }
}
