import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { licenses } from '#portal/texts/licenses.ts';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import { StepWithHelp } from '#portal/features/licenses/issue-steps.tsx';
import { useCodeFragment, useLicenseOwner, BrandChoice } from '../issue-steps.tsx';
import { createToolGrantsQuery } from '../licenses.queries.ts';
import { GrantNotices } from '../refusal-notice.tsx';
import { listCodesForCustomer, readCodes, readCodesOfFiles, maxLines, type CodeLine, type Verdict } from './batch.ts';
import styles from './many-licenses.module.css';
import { ResultCard } from '../many-issue/result-card.tsx';
import { useBatch, type BatchMessage, type BatchState, type Run } from './use-batch.ts';
import { ScanSearch, BadgeCheck, RotateCw, Square } from 'lucide-react';
import { Button, Actions } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import { WaitingNotice } from '#portal/ui/feedback/waiting-notice.tsx';
import { DataTable } from '#portal/ui/tables/data-table.tsx';
import { formatMinutesAndSeconds, useCountdown } from '#portal/ui/hooks/use-timing.ts';
import { findToolName } from '../license-format.tsx';
import { createLinesColumns } from './lines-columns.tsx';

/** Starts with an empty batch for each owner, because a check that is right for one account can be wrong for another. */
export function ManyLicensesPage() {
  const { userId } = useLicenseOwner();
  return <ManyLicenses key={userId} />;
}

/** The page on which a user enters the codes of several PCs, checks the licence that each would get, and issues all of them. */
function ManyLicenses() {
  const { userId } = useLicenseOwner();
  const batch = useBatch(userId);
  const grantsQuery = useQuery(createToolGrantsQuery(userId));
  const toolGrants = grantsQuery.data?.items;
  const { text, write: setText } = useTextDraft('codes');
  const [error, setError] = useState<string>();

  /** Adds the codes in a text; a text without a code stays in the field with the error. */
  function addText(enteredText: string): void {
    const addedCodes = readCodes(enteredText);
    const hasCodes = addedCodes.length > 0;
    setText(hasCodes ? '' : enteredText);
    setError(hasCodes ? undefined : texts.noCode);
    if (hasCodes) batch.add(addedCodes);
  }

  async function addFiles(files: readonly File[]): Promise<void> {
    batch.add(await readCodesOfFiles(files));
  }

  const handleFiles = (files: readonly File[]): void => void addFiles(files);
  useCodeFragment(addText);
  usePasted({ onText: addText, onFiles: handleFiles });
  return (
    <>
      <PageHeading title={texts.title} />
      <GrantNotices grantsQuery={grantsQuery} />
      <div className={styles.stack}>
        <StepWithHelp title={texts.help.title} help={batch.lines.length === 0 && <Help />}>
          <CodesEntry
            text={text}
            error={error}
            onChange={(changedBatch, isPastedOrDropped) => {
              if (isPastedOrDropped) addText(changedBatch);
              else setText(changedBatch);
            }}
            onSubmit={() => addText(text)}
            onFiles={handleFiles}
            hasCodes={batch.lines.length > 0}
          />
        </StepWithHelp>
        {batch.owners.length > 0 && !batch.isChecking && (
          <OwnerChoice
            owners={batch.owners}
            createAddress={(customerId) => ({
              to: '/license/many',
              hash: `c=${encodeURIComponent(listCodesForCustomer(batch.lines, customerId, userId).join('\n'))}`,
            })}
            userId={userId}
            onCustomer={(customerId) => batch.remove(...listCodesForCustomer(batch.lines, customerId, userId))}
            onSelf={batch.keepForSelf}
          />
        )}
        {batch.lines.length > 0 && <BatchCard batch={batch} grants={toolGrants ?? []} />}
        {batch.run?.state === 'ended' && <ResultCard key={batch.run.endedAt} batch={batch} run={batch.run} />}
      </div>
      {batch.lines.length > 0 && <BatchBar batch={batch} canIssue={batch.owners.length === 0} />}
    </>
  );
}

// The choice of the owner is loaded on demand, because only staff see it, and not often.
const OwnerChoice = createLazyPart(async () => (await import('../issue/owner-choice.tsx')).OwnerChoice);

const Help = () => (
  <>
    <ol className={styles.points}>
      {texts.help.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>{texts.help.seats}</p>
  </>
);

type CodesEntryProps = {
  text: string;
  error: string | undefined;
  onChange: (text: string, isPastedOrDropped: boolean) => void;
  onSubmit: () => void;
  onFiles: (files: readonly File[]) => void;
  /** Whether codes were already added, so that the card of the added codes has the primary button of the page. */
  hasCodes: boolean;
};

/** The card with the text field for several codes. The page clears the field when the codes are added. */
const CodesEntry = ({ onFiles, hasCodes, ...entryProps }: CodesEntryProps) => (
  <Card>
    <TextEntry
      {...entryProps}
      keepsFocus
      label={texts.field}
      hint={texts.hint}
      rows={hasCodes ? 2 : 6}
      autoCapitalize="characters"
      actions={
        <>
          <Button type="submit" variant={hasCodes ? 'secondary' : 'primary'} icon={<ScanSearch aria-hidden="true" />}>
            {texts.read}
          </Button>
          <FileDrop label={texts.chooseFiles} accept=".bvr,.txt,text/plain" dropLabel={texts.drop} onFiles={onFiles} />
        </>
      }
    />
  </Card>
);

type BatchCardProps = { batch: BatchState; grants: readonly ToolGrant[] };

/** Shows the codes with their results. */
function BatchCard({ batch, grants }: BatchCardProps) {
  const { lines, verdicts, run } = batch;
  const [now] = useState(Date.now);
  const isIssuing = run?.state === 'running';
  const isBusy = isIssuing || batch.isChecking;
  const secondsLeft = useCountdown(batch.waitsUntil ?? null);
  const toolGrants = listGrantsForLines(grants, lines);
  return (
    <Card title={texts.table.title}>
      <div className={styles.stack}>
        {toolGrants.length > 1 && !isBusy && (
          <BrandChoice
            legend={texts.chosenBrand}
            grants={toolGrants}
            chosenId={batch.brand ?? findBrand(lines)}
            onChoose={batch.chooseBrand}
          />
        )}
        <DataTable<CodeLine>
          label={texts.table.title}
          columns={createLinesColumns({ verdicts, isIssuing, now, onRemove: batch.remove })}
          rowKey={({ id }) => id}
          rows={listUnreadableFirst(lines)}
          onRetry={batch.checkAgain}
          empty={null}
        />
        {secondsLeft > 0 && <p className={styles.second}>{texts.waits(formatMinutesAndSeconds(secondsLeft))}</p>}
        {isBusy && <WaitingNotice text={licenses.codeCheck.continuesLater} />}
      </div>
    </Card>
  );
}

type BatchBarProps = {
  batch: BatchState;
  /** False until staff have chosen who gets the licences. */
  canIssue: boolean;
};

/** The totals, and the next step or the progress. The bar stays at the end of the window, so that it is in view below a long list. */
function BatchBar({ batch, canIssue }: BatchBarProps) {
  const { verdicts, issuable, run, addedMessage } = batch;
  const newCount = issuable.filter(({ id }) => verdicts.get(id)?.kind === 'ready').length;
  const hasUncheckedCodes = [...verdicts.values()].some((verdict) => verdict.kind === 'unasked');
  if (run?.state === 'running')
    return (
      <div className={styles.bar}>
        <RunProgress run={run} onStop={batch.stop} />
      </div>
    );
  return (
    <div className={styles.bar}>
      <output className={styles.sum}>
        {[addedMessage && describeAddedCodes(addedMessage), describeTotals(verdicts)].filter(Boolean).join(' ')}
      </output>
      <Actions>
        {canIssue && issuable.length > 0 && (
          <Button
            variant="primary"
            busy={batch.isChecking}
            icon={<BadgeCheck aria-hidden="true" />}
            onClick={batch.issue}
          >
            {newCount > 0 ? texts.issue(newCount) : texts.fetch(issuable.length)}
          </Button>
        )}
        {hasUncheckedCodes && (
          <Button icon={<RotateCw aria-hidden="true" />} onClick={batch.checkAgain}>
            {texts.askAgain}
          </Button>
        )}
        <Button variant="quiet" onClick={batch.clear}>
          {texts.clear}
        </Button>
      </Actions>
    </div>
  );
}

/** The lines whose codes cannot be read come first, because they need the user. The others keep their order, in which they get seats. */
const listUnreadableFirst = (lines: readonly CodeLine[]): CodeLine[] =>
  lines.toSorted((first, second) => Number('code' in first.state) - Number('code' in second.state));

/** Returns the grants for the tools of the given codes, one grant per brand. */
function listGrantsForLines(grants: readonly ToolGrant[], lines: readonly CodeLine[]): ToolGrant[] {
  const tools = new Set(lines.flatMap(({ state }) => ('code' in state ? [findToolName(state.code).id] : [])));
  const byBrand = new Map(grants.filter(({ tool }) => tools.has(tool)).map((grant) => [grant.brand, grant]));
  return [...byBrand.values()];
}

/** Returns the brand that the server chose for the given codes, or null before the first answer. */
const findBrand = (lines: readonly CodeLine[]): string | null =>
  lines.flatMap(({ state }) => (state.status === 'offered' && state.preview.brand ? [state.preview.brand] : []))[0] ??
  null;

const describeAddedCodes = ({ added, duplicates, overLimit }: BatchMessage): string =>
  [
    added > 0 && texts.told.added(added),
    duplicates > 0 && texts.told.twice(duplicates),
    overLimit > 0 && texts.told.beyond(overLimit, maxLines),
  ]
    .filter(Boolean)
    .join(' ');

/** Counts the codes by result, for example "2 codes are ready, 2 cannot be used." */
function describeTotals(verdicts: ReadonlyMap<string, Verdict>): string {
  const verdictKinds = [...verdicts.values()].map(({ kind }) => kind);
  const countKinds = (...selectedKinds: Verdict['kind'][]): number =>
    verdictKinds.filter((kind) => selectedKinds.includes(kind)).length;
  const { ready, existing, issued, none, asking } = texts.sum;
  const resultCounts = [
    { words: issued, count: countKinds('issued') },
    { words: ready, count: countKinds('ready') },
    { words: existing, count: countKinds('existing') },
    { words: none, count: countKinds('unreadable', 'older', 'refused', 'noSeat', 'noMove', 'unasked') },
    { words: asking, count: countKinds('asking') },
  ].filter(({ count }) => count > 0);
  return resultCounts.length === 0 ? '' : `${resultCounts.map(({ words, count }) => words(count)).join(', ')}.`;
}

type RunProgressProps = { run: Extract<Run, { state: 'running' }>; onStop: () => void };

/** Shows the progress of issuing, with a button to stop. After a stop, the current request is completed and no other is sent. */
const RunProgress = ({ run: { done, total, isStopping }, onStop }: RunProgressProps) => (
  <div className={styles.progress}>
    <progress value={done} max={total} aria-label={texts.running(done, total)} />
    <Actions>
      <output>{isStopping ? texts.stopping : texts.running(done, total)}</output>
      <Button icon={<Square aria-hidden="true" />} busy={isStopping} onClick={onStop}>
        {texts.stop}
      </Button>
    </Actions>
  </div>
);
