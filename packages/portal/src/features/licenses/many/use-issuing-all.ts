import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invalidateLicenses } from '../licenses.queries.ts';
import type { LineProblem, Offered } from './batch.ts';
import { issueLine } from './issue-line.ts';
import type { Issuing } from './issue-line.ts';

/** The state of issuing: running, or how it ended. `lost`: no answer arrived, so it is unknown whether the licence was issued. */
export type Run =
  | { is: 'running'; done: number; total: number; isStopping: boolean }
  | { is: 'ended'; at: number; done: number; total: number; lost: LineProblem | null };

/** Issues the codes one by one, so that seats are counted correctly; the same code never gets a second licence. */
export function useIssuingAll(userId: number, setBatch: Issuing['setBatch']) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>();
  const [waitsUntil, setWaitsUntil] = useState<number>();
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  async function issueAll(lines: readonly Offered[], { signal }: AbortController): Promise<void> {
    const onWait = (seconds: number): void => setWaitsUntil(Date.now() + seconds * 1000);
    const total = lines.length;
    let done = 0;
    let lost: LineProblem | null = null;
    for (const line of lines) {
      if (signal.aborted) break;
      setRun({ is: 'running', done, total, isStopping: false });
      // One by one: each uses a seat that the next one must count.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await issueLine(line, { userId, signal, setBatch, onWait });
      if (outcome === 'answered') done += 1;
      else {
        lost = outcome === 'stopped' ? null : outcome;
        break;
      }
    }
    setWaitsUntil(undefined);
    setRun({ is: 'ended', at: Date.now(), done, total, lost });
    await invalidateLicenses(client, userId);
  }

  const start = (lines: readonly Offered[]): void => {
    if (run?.is === 'running' || lines.length === 0) return;
    const stop = new AbortController();
    stopping.current = stop;
    setRun({ is: 'running', done: 0, total: lines.length, isStopping: false });
    void issueAll(lines, stop);
  };

  /** The current request is finished; no other is started. */
  const stop = (): void => {
    stopping.current?.abort();
    setRun((current) => (current?.is === 'running' ? { ...current, isStopping: true } : current));
  };

  return { run, waitsUntil, start, stop, forget: (): void => setRun(undefined) };
}
