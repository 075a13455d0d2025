import { useEffect, useState, useEffectEvent, useRef } from 'react';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import type { AddedCode, Batch, CodeLine, AddedCounts, LineState, LineProblem, OfferedLine, Verdict } from './batch.ts';
import {
  withResetChecks,
  emptyBatch,
  listReadableCodes,
  withoutLines,
  addCodes,
  listCodeOwners,
  readCodes,
  withLineState,
  toLineProblem,
  withLicense,
  selectIssuable,
  computeVerdicts,
} from './batch.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { isRefusal } from '../refusal-notice.tsx';
import { checkCode, invalidateLicenses, issueLicense } from '../licenses.queries.ts';
import { callWithRetries } from '#portal/loading/call-with-retries.ts';
import { useQueryClient } from '@tanstack/react-query';

/** The counts for the message about the codes that were added last. */
export type BatchMessage = Pick<AddedCounts, 'added' | 'duplicates' | 'overLimit'>;

/**
 * The batch of codes of one owner. Codes are checked as soon as they are added, and issued one by one on request. A draft stores the codes
 * until the user starts over.
 */
export function useBatch(userId: number) {
  const { text: draftText, write: writeDraft } = useTextDraft(`codes for ${userId}`);
  const [batch, setBatch] = useState<Batch>(() => addCodes(emptyBatch, readCodes(draftText)).batch);
  const readableCodes = listReadableCodes(batch);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the draft is written only when the codes change
  useEffect(() => writeDraft(readableCodes), [readableCodes]);
  const [addedMessage, setAddedMessage] = useState<BatchMessage>();
  const [brand, setBrand] = useState<string>();
  // Whether staff keep the licences of these codes for themselves. After staff add codes, they must choose again.
  const [isForSelf, setForSelf] = useState(false);
  const verdicts = computeVerdicts(batch.lines);
  const checks = useChecks({ userId, brand, lines: batch.lines, verdicts, setBatch });
  const issueRun = useIssueRun(userId, setBatch);
  const issuable = selectIssuable(batch.lines, verdicts);

  const add = (addedCodes: readonly AddedCode[]): void => {
    const { batch: newBatch, ...counts } = addCodes(batch, addedCodes);
    setBatch(newBatch);
    setAddedMessage(counts);
    setForSelf(false);
  };
  const clearBatch = (): void => {
    setBatch(emptyBatch);
    setAddedMessage(undefined);
    setForSelf(false);
    issueRun.forget();
  };
  const chooseBrand = (brandId: string): void => {
    setBrand(brandId);
    setBatch((current) => withResetChecks(current));
  };
  return {
    lines: batch.lines,
    verdicts,
    addedMessage,
    brand,
    owners: isForSelf ? [] : listCodeOwners(batch.lines, userId),
    keepForSelf: (): void => setForSelf(true),
    issuable,
    isChecking: checks.isChecking,
    waitsUntil: checks.waitsUntil ?? issueRun.waitsUntil,
    run: issueRun.run,
    add,
    clear: clearBatch,
    chooseBrand,
    remove: (...ids: readonly string[]): void => setBatch((current) => withoutLines(current, ids)),
    checkAgain: (): void => setBatch((current) => withResetChecks(current, isUnchecked)),
    issue: (): void => issueRun.start(issuable),
    stop: issueRun.stop,
  };
}

export type BatchState = ReturnType<typeof useBatch>;

const isUnchecked = ({ state }: CodeLine): boolean => state.status === 'unasked';

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
function useChecks({ userId, brand, lines, verdicts, setBatch }: CheckOptions) {
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

/** The state of issuing several licences. `unansweredRequest` is set if no answer arrived, so it is unknown whether that licence was issued. */
export type Run =
  | { state: 'running'; done: number; total: number; isStopping: boolean }
  | { state: 'ended'; endedAt: number; done: number; total: number; unansweredRequest: LineProblem | null };

/** Issues the licences one by one, so that seats are counted correctly. A repeated request for the same code returns the same licence. */
function useIssueRun(userId: number, setBatch: IssueContext['setBatch']) {
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
