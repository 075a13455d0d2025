import { useMutation } from '@tanstack/react-query';
import { FileArchive, RotateCw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { licenses as licenseTexts } from '#portal/texts/licenses.ts';
import { manyLicenses } from '#portal/texts/many-licenses.ts';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { FocusedHeading } from '#portal/ui/layout/focused-heading.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { saveFile } from '#portal/ui/content/save-file.ts';
import { formatMachine } from '../code-words.ts';
import { isIssued } from './batch.ts';
import { createArchive } from './license-archive.ts';
import styles from './many-licenses.module.css';
import type { UsedBatch } from './use-batch.ts';
import type { Run } from './use-issuing-all.ts';

const texts = manyLicenses.result;

/** Shows the result of issuing, and the licences as one file and as one text. */
export function ResultCard({ batch, run }: { batch: UsedBatch; run: Extract<Run, { is: 'ended' }> }) {
  const id = useId();
  const issued = batch.lines.filter((line) => isIssued(line)).map(({ standing }) => standing.license);
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.stack}>
          <FocusedHeading id={id}>{texts.title}</FocusedHeading>
          <Ended run={run} isComplete={batch.good.length === 0} issued={issued.length} />
          {issued.length > 0 && (
            <>
              <p>{texts.text}</p>
              <Actions>
                <DownloadAll licenses={issued} />
                <CopyButton text={formatCodes(issued)} label={texts.copy} failure={licenseTexts.copy.failed} />
              </Actions>
            </>
          )}
        </div>
      </Card>
    </section>
  );
}

type EndedProps = { run: Extract<Run, { is: 'ended' }>; isComplete: boolean; issued: number };

function Ended({ run: { done, total, lost }, isComplete, issued }: EndedProps) {
  const { ended } = manyLicenses;
  if (lost)
    return (
      <Notice tone="danger" role="alert" title={ended.some(done, total)}>
        <p>{ended.lost(lost.message)}</p>
      </Notice>
    );
  if (!isComplete)
    return (
      <Notice tone="warn" title={ended.some(done, total)}>
        {ended.stopped}
      </Notice>
    );
  if (issued < total)
    return (
      <Notice tone="warn" title={ended.some(issued, total)}>
        {ended.refused}
      </Notice>
    );
  return <Notice tone="ok" title={ended.all(issued)} />;
}

/** Loads all files and saves them as one; a failure is shown beside the button with a retry. */
function DownloadAll({ licenses }: { licenses: readonly License[] }) {
  const [count, setCount] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const packing = useMutation({
    mutationFn: () => createArchive({ licenses, signal: leaving.current.signal, onFile: setCount }),
    onMutate: () => setCount(0),
    onSuccess: saveFile,
  });
  return (
    <>
      <Button
        variant="primary"
        icon={packing.isError ? <RotateCw aria-hidden="true" /> : <FileArchive aria-hidden="true" />}
        busy={packing.isPending}
        onClick={() => packing.mutate()}
      >
        {packing.isError ? texts.retry : texts.zip}
      </Button>
      <output className={styles.outcome}>
        {packing.isPending && texts.packing(Math.min(count + 1, licenses.length), licenses.length)}
        {packing.isSuccess && texts.saved(packing.data.name)}
        {packing.isError && texts.failed}
      </output>
    </>
  );
}

/** Lists each PC with its code below, for an e-mail. */
const formatCodes = (licenses: readonly License[]): string =>
  licenses.map(({ machineName, licenseCode }) => `${formatMachine(machineName)}\n${licenseCode}\n`).join('\n');
