import { useState } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Columns } from '#portal/ui/layout/columns.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { readFileText } from '#portal/ui/forms/text-of-file.ts';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import { CheckerHelp } from './checker-help.tsx';
import { LicenceEntry } from './licence-entry.tsx';
import styles from './licence-checker.module.css';
import type { PublishedKey } from './published-key.ts';
import { createReport } from './report.ts';
import { ReportCard } from './report-card.tsx';
import { useCheck } from './use-check.ts';
import type { CheckedText } from './use-check.ts';
import { usePublishedKeys } from './use-published-keys.ts';

/** Checks whether a licence is genuine and what it allows; public. The licence never leaves the browser. */
export function LicenceCheckerPage() {
  const { state, retry } = usePublishedKeys();
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <Columns>
        <div className={styles.stack}>
          {state.status === 'loading' && <Announced>{texts.keysLoading}</Announced>}
          {state.status === 'failed' && (
            <Notice
              tone="danger"
              role="alert"
              title={texts.keysFailed}
              actions={<Button onClick={retry}>{ui.retry}</Button>}
            />
          )}
          {state.status === 'ready' && state.keys.length === 0 && (
            <Notice tone="warn" role="alert" title={texts.keysMissing} />
          )}
          <Checker keys={state.status === 'ready' ? state.keys : []} />
        </div>
        <CheckerHelp />
      </Columns>
    </>
  );
}

/** Shows the field for a licence, and the result below it; `keys` is empty until they are loaded. */
function Checker({ keys }: { keys: readonly PublishedKey[] }) {
  const { setup } = useSetup();
  const [text, setText] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();
  const [asked, setAsked] = useState<CheckedText>();
  const check = useCheck(asked, keys);

  function take(arrived: string): void {
    setText(arrived);
    setFileProblem(undefined);
    setAsked({ text: arrived });
  }

  async function takeFile(file: File): Promise<void> {
    const read = await readFileText(file);
    if (read.ok) take(read.text);
    else setFileProblem(texts.badFile[read.reason]);
  }

  const hearFile = (file: File): void => void takeFile(file);
  usePasted({ onText: take, onFiles: ([file]) => file && hearFile(file) });
  const brands = new Map(setup.brands.map(({ id, name }) => [id, name]));
  return (
    <>
      <LicenceEntry
        text={text}
        error={fileProblem}
        onChange={(changed, hasArrived) => (hasArrived ? take(changed) : setText(changed))}
        onSubmit={() => take(text)}
        onFile={hearFile}
      />
      {check && <ReportCard key={check.now} report={createReport(check, brands)} />}
    </>
  );
}
