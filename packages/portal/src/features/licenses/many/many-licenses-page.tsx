import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import { StepWithHelp } from '#portal/features/licenses/step-with-help.tsx';
import { useCodeFragment } from '../codes/code-fragment.ts';
import { useLicenseOwner } from '../license-owner.ts';
import { createToolGrantsQuery } from '../licenses.queries.ts';
import { OnBehalfNotice } from '../issue/on-behalf-notice.tsx';
import { NoGrants } from '../refusal-notice.tsx';
import { BatchCard } from './batch-card.tsx';
import { listCodesForCustomer } from './code-owners.ts';
import styles from './many-licenses.module.css';
import { readCodes, readCodesOfFiles } from './read-codes.ts';
import { ResultCard } from '../many-issue/result-card.tsx';
import { useBatch } from './use-batch.ts';
import { ScanSearch } from 'lucide-react';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';

/** Starts with an empty batch for each owner, because a check that is right for one account can be wrong for another. */
export function ManyLicensesPage() {
  const { userId } = useLicenseOwner();
  return <ManyLicenses key={userId} />;
}

/** The page on which a user enters the codes of several PCs, checks the licence that each would get, and issues all of them. */
function ManyLicenses() {
  const { userId, isOtherUser } = useLicenseOwner();
  const batch = useBatch(userId);
  const toolGrants = useQuery(createToolGrantsQuery(userId)).data?.items;
  const { text, write: setText } = useTextDraft('codes');
  const [error, setError] = useState<string>();
  const hasNoGrants = toolGrants?.length === 0;

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
      <PageHeading title={texts.title} introText={texts.lead} />
      {isOtherUser && <OnBehalfNotice userId={userId} hasNoGrants={hasNoGrants} />}
      {!isOtherUser && hasNoGrants && <NoGrants />}
      <div className={styles.stack}>
        <StepWithHelp title={texts.help.title} help={<Help />}>
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
        {batch.lines.length > 0 && (
          <BatchCard batch={batch} grants={toolGrants ?? []} canIssue={batch.owners.length === 0} />
        )}
        {batch.run?.state === 'ended' && <ResultCard key={batch.run.endedAt} batch={batch} run={batch.run} />}
      </div>
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
      rows={6}
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
