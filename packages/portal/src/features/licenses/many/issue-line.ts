import { ApiProblem } from '#portal/api/api-problem.ts';
import { issueLicense } from '../licenses.queries.ts';
import { isRefusal } from '../code-check-problem.tsx';
import { withLineState, withLicense } from './batch.ts';
import type { Batch, LineProblem, OfferedLine } from './batch.ts';
import { toLineProblem } from './line-problem.ts';
import { callWithRetries } from './call-with-retries.ts';

export type IssueContext = {
  userId: number;
  signal: AbortSignal;
  setBatch: (change: (batch: Batch) => Batch) => void;
  onWait: (seconds: number) => void;
};

/** Whether the server answered, the user stopped before the answer, or no answer arrived because of the `LineProblem`. */
export type IssueOutcome = 'answered' | 'stopped' | LineProblem;

/** Issues the licence for one checked code and updates its line. */
export async function issueLine(
  line: OfferedLine,
  { userId, signal, setBatch, onWait }: IssueContext,
): Promise<IssueOutcome> {
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
