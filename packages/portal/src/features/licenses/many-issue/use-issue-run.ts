import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invalidateLicenses, issueLicense } from '../licenses.queries.ts';
import type { LineProblem, OfferedLine, Batch } from '../many/batch.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isRefusal } from '../issue/code-check-problem.tsx';
import { withLineState, withLicense } from '../many/batch.ts';
import { toLineProblem } from '../many/line-problem.ts';
import { callWithRetries } from '#portal/api/call-with-retries.ts';

/** The state of issuing several licences. `unansweredRequest` is set if no answer arrived, so it is unknown whether that licence was issued. */
export type Run =
  | { state: 'running'; done: number; total: number; isStopping: boolean }
  | { state: 'ended'; endedAt: number; done: number; total: number; unansweredRequest: LineProblem | null };

/** Issues the licences one by one, so that seats are counted correctly. A repeated request for the same code returns the same licence. */
export function useIssueRun(userId: number, setBatch: IssueContext['setBatch']) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>();
  const [waitsUntil, setWaitsUntil] = useState<number>();
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  async function issueAll(lines: readonly OfferedLine[], { signal }: AbortController): Promise<void> {
    const onWait = (seconds: number): void => setWaitsUntil(Date.now() + seconds * 1000);
    const total = lines.length;
    let doneCount = 0;
    let unansweredRequest: LineProblem | null = null;
    for (const line of lines) {
      if (signal.aborted) break;
      setRun({ state: 'running', done: doneCount, total, isStopping: false });
      // One by one, because each licence uses a seat, which the server must count for the next one.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await issueLine(line, { userId, signal, setBatch, onWait });
      if (outcome === 'answered') doneCount += 1;
      else {
        unansweredRequest = outcome === 'stopped' ? null : outcome;
        break;
      }
    }
    setWaitsUntil(undefined);
    setRun({ state: 'ended', endedAt: Date.now(), done: doneCount, total, unansweredRequest });
    await invalidateLicenses(client, userId);
  }

  const startRun = (lines: readonly OfferedLine[]): void => {
    if (run?.state === 'running' || lines.length === 0) return;
    const controller = new AbortController();
    abortController.current = controller;
    setRun({ state: 'running', done: 0, total: lines.length, isStopping: false });
    void issueAll(lines, controller);
  };

  /** Stops after the current request. */
  const stopRun = (): void => {
    abortController.current?.abort();
    setRun((current) => (current?.state === 'running' ? { ...current, isStopping: true } : current));
  };

  return { run, waitsUntil, start: startRun, stop: stopRun, forget: (): void => setRun(undefined) };
}

type IssueContext = {
  userId: number;
  signal: AbortSignal;
  setBatch: (change: (batch: Batch) => Batch) => void;
  onWait: (seconds: number) => void;
};

/** Whether the server answered, the user stopped before the answer, or no answer arrived because of the `LineProblem`. */
type IssueOutcome = 'answered' | 'stopped' | LineProblem;

/** Issues the licence for one checked code and updates its line. */
async function issueLine(line: OfferedLine, { userId, signal, setBatch, onWait }: IssueContext): Promise<IssueOutcome> {
  const { code, preview } = line.state;
  const { tool, brand } = preview;
  const codeRequest = { verificationCode: code.text, tool, ...(brand !== null && { brand }) };
  try {
    const license = await callWithRetries(() => issueLicense(userId, codeRequest), { signal, onWait });
    setBatch((batch) => withLicense(batch, line, license));
    return 'answered';
  } catch (error) {
    if (signal.aborted) return 'stopped';
    const problem = toLineProblem(error);
    const isRefused = isRefusal(error instanceof ApiProblem ? error : null);
    setBatch((batch) =>
      withLineState(
        batch,
        line.id,
        isRefused ? { status: 'refused', code, problem } : { ...line.state, unansweredRequest: problem },
      ),
    );
    return isRefused ? 'answered' : problem;
  }
}
