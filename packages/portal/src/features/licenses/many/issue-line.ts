import { ApiProblem } from '#portal/api/api-problem.ts';
import { issueLicense } from '../licenses.queries.ts';
import { isRefusal } from '../read-back-problem.tsx';
import { setLineState, setIssued } from './batch.ts';
import type { Batch, LineProblem, Offered } from './batch.ts';
import { toLineProblem } from './line-problem.ts';
import { callWithRetries } from './patiently.ts';

export type Issuing = {
  userId: number;
  signal: AbortSignal;
  setBatch: (change: (batch: Batch) => Batch) => void;
  onWait: (seconds: number) => void;
};

/** The portal has answered; or the run was stopped before that; or no answer arrived, with the reason. */
export type Outcome = 'answered' | 'stopped' | LineProblem;

/** Issues one code as it was checked, and updates its line. */
export async function issueLine(line: Offered, { userId, signal, setBatch, onWait }: Issuing): Promise<Outcome> {
  const { code, preview } = line.standing;
  const { tool, brand } = preview;
  const asked = { verificationCode: code.text, tool, ...(brand !== null && { brand }) };
  try {
    const license = await callWithRetries(() => issueLicense(userId, asked), { signal, onWait });
    setBatch((batch) => setIssued(batch, line, license));
    return 'answered';
  } catch (error) {
    if (signal.aborted) return 'stopped';
    const problem = toLineProblem(error);
    const isRefused = isRefusal(error instanceof ApiProblem ? error : null);
    setBatch((batch) =>
      setLineState(batch, line.id, isRefused ? { at: 'refused', code, problem } : { ...line.standing, lost: problem }),
    );
    return isRefused ? 'answered' : problem;
  }
}
