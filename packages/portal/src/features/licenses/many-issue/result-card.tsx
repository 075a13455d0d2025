import { CommandText } from '#portal/ui/content/command-text.tsx';
import { useMutation } from '@tanstack/react-query';
import { FileArchive, RotateCw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { licenses as licenseTexts } from '#portal/texts/licenses.ts';
import { manyLicenses } from '#portal/texts/many-licenses.ts';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { FocusedHeading } from '#portal/ui/headings/page-heading.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { saveFile } from '#portal/ui/files/save-file.ts';
import { formatMachine } from '../license-format.tsx';
import { isIssued } from '../many/batch.ts';
import { createArchive } from './license-archive.ts';
import styles from '../many/many-licenses.module.css';
import type { BatchState, Run } from '../many/use-batch.ts';

const texts = manyLicenses.result;

/** Shows the result of issuing, with buttons to download all licences as one file and to copy them as one text. */
export function ResultCard({ batch, run }: { batch: BatchState; run: Extract<Run, { state: 'ended' }> }) {
  const id = useId();
  const issuedLicenses = batch.lines.filter((line) => isIssued(line)).map(({ state }) => state.license);
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.stack}>
          <FocusedHeading id={id}>{texts.title}</FocusedHeading>
          <RunResult run={run} isComplete={batch.issuable.length === 0} issuedCount={issuedLicenses.length} />
          {issuedLicenses.length > 0 && (
            <>
              <p>
                <CommandText text={texts.text} />
              </p>
              <Actions>
                <DownloadAll licenses={issuedLicenses} />
                <CopyButton
                  text={formatLicenseCodes(issuedLicenses)}
                  label={texts.copy}
                  failure={licenseTexts.copy.failed}
                />
              </Actions>
            </>
          )}
        </div>
      </Card>
    </section>
  );
}

type EndedProps = { run: Extract<Run, { state: 'ended' }>; isComplete: boolean; issuedCount: number };

function RunResult({ run: { done, total, unansweredRequest }, isComplete, issuedCount }: EndedProps) {
  const { ended } = manyLicenses;
  if (unansweredRequest)
    return (
      <Notice tone="danger" role="alert" title={ended.some(done, total)}>
        <p>{ended.lost(unansweredRequest.message)}</p>
      </Notice>
    );
  if (!isComplete)
    return (
      <Notice tone="warn" title={ended.some(done, total)}>
        <p>{ended.stopped}</p>
      </Notice>
    );
  if (issuedCount < total)
    return (
      <Notice tone="warn" title={ended.some(issuedCount, total)}>
        <p>{ended.refused}</p>
      </Notice>
    );
  return <Notice tone="ok" title={ended.all(issuedCount)} />;
}

/**
 * A button that saves all licence files as one ZIP file. After a failure, an error is shown beside the button, and a click on the button
 * tries again.
 */
function DownloadAll({ licenses }: { licenses: readonly License[] }) {
  const [count, setCount] = useState(0);
  const abortController = useRef(new AbortController());
  useEffect(() => {
    abortController.current = new AbortController();
    return () => abortController.current.abort();
  }, []);
  const archiveDownload = useMutation({
    mutationFn: () => createArchive({ licenses, signal: abortController.current.signal, onFile: setCount }),
    onMutate: () => setCount(0),
    onSuccess: saveFile,
  });
  return (
    <>
      <Button
        variant="primary"
        icon={archiveDownload.isError ? <RotateCw aria-hidden="true" /> : <FileArchive aria-hidden="true" />}
        busy={archiveDownload.isPending}
        otherLabel={archiveDownload.isError ? texts.zip : texts.retry}
        onClick={() => archiveDownload.mutate()}
      >
        {archiveDownload.isError ? texts.retry : texts.zip}
      </Button>
      <output className={styles.outcome}>
        {archiveDownload.isPending && (
          <span>{texts.packing(Math.min(count + 1, licenses.length), licenses.length)}</span>
        )}
        {archiveDownload.isSuccess && <span>{texts.saved(archiveDownload.data.name)}</span>}
        {archiveDownload.isError && <span>{texts.failed}</span>}
      </output>
    </>
  );
}

/** Formats the name of each PC with its licence code below it, to paste into an e-mail. */
const formatLicenseCodes = (licenses: readonly License[]): string =>
  licenses.map(({ machineName, licenseCode }) => `${formatMachine(machineName)}\n${licenseCode}\n`).join('\n');
