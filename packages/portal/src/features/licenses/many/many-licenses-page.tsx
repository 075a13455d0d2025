import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import { StepWithHelp } from '#portal/features/licenses/side-by-side.tsx';
import { useLicenseOwner } from '../license-owner.ts';
import { createLicensableQuery } from '../licenses.queries.ts';
import { OnBehalf } from '../on-behalf.tsx';
import { NoGrants } from '../refusal-notice.tsx';
import { BatchCard } from './batch-card.tsx';
import { CodesEntry } from './codes-entry.tsx';
import styles from './many-licenses.module.css';
import { readCodes, readCodesOfFiles } from './read-arrivals.ts';
import { ResultCard } from './result-card.tsx';
import { useBatch } from './use-batch.ts';

/** Takes the codes of several PCs, shows the licence that each would get, and issues them in one file. */
export function ManyLicensesPage() {
  const { userId, isOther } = useLicenseOwner();
  const batch = useBatch(userId);
  const licensable = useQuery(createLicensableQuery(userId));
  const { text, write: setText } = useTextDraft('codes');
  const [error, setError] = useState<string>();
  const grants = licensable.data?.items ?? [];
  const hasNoGrants = licensable.data?.items.length === 0;

  /** Adds the codes in a text; a text without a code stays in the field with the error. */
  function takeText(arrived: string): void {
    const arrivals = readCodes(arrived);
    const isFound = arrivals.length > 0;
    setText(isFound ? '' : arrived);
    setError(isFound ? undefined : texts.noCode);
    if (isFound) batch.add(arrivals);
  }

  async function takeFiles(files: readonly File[]): Promise<void> {
    batch.add(await readCodesOfFiles(files));
  }

  const hearFiles = (files: readonly File[]): void => void takeFiles(files);
  usePasted({ onText: takeText, onFiles: hearFiles });
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {isOther && <OnBehalf userId={userId} hasNoGrants={hasNoGrants} />}
      {!isOther && hasNoGrants && <NoGrants />}
      <div className={styles.stack}>
        <StepWithHelp title={texts.help.title} help={<Help />}>
          <CodesEntry
            text={text}
            error={error}
            onChange={(changed, hasArrived) => {
              if (hasArrived) takeText(changed);
              else setText(changed);
            }}
            onSubmit={() => takeText(text)}
            onFiles={hearFiles}
          />
        </StepWithHelp>
        {batch.lines.length > 0 && <BatchCard batch={batch} grants={grants} />}
        {batch.run?.is === 'ended' && <ResultCard key={batch.run.at} batch={batch} run={batch.run} />}
      </div>
    </>
  );
}

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
