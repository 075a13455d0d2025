import { useEffect, useState } from 'react';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import type { AddedCode, Batch, CodeLine, AddedCounts } from './batch.ts';
import { withResetChecks, emptyBatch, listReadableCodes, withoutLines, addCodes } from './batch.ts';
import { listCodeOwners } from './code-owners.ts';
import { readCodes } from './read-codes.ts';
import { useChecks } from './use-checks.ts';
import { useIssueRun } from '../many-issue/use-issue-run.ts';
import { selectIssuable, computeVerdicts } from './verdicts.ts';

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
