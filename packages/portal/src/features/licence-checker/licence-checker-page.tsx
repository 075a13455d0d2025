import { useState } from 'react';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Columns } from '#portal/ui/layout/columns.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { readFileText } from '#portal/ui/forms/text-of-file.ts';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import { AnnouncedText } from '#portal/ui/layout/visually-hidden.tsx';
import { CheckerHelp } from './checker-help.tsx';
import { LicenceEntry } from './licence-entry.tsx';
import styles from './licence-checker.module.css';
import { readPublishedNames } from './published.ts';
import type { PublishedKey, PublishedNames } from './published.ts';
import { isWholeLicence } from './check-text.ts';
import { createReport } from './report.ts';
import { ReportCard } from './report-card.tsx';
import { useCheck, usePublished } from './use-published.ts';
import type { TextToCheck } from './use-published.ts';

/** The public page that checks whether a licence is genuine and what it allows. The licence is not sent to the server. */
export function LicenceCheckerPage() {
  const { state, retry } = usePublished();
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} />
      <Columns>
        <div className={styles.stack}>
          {state.status === 'loading' && <AnnouncedText>{texts.keysLoading}</AnnouncedText>}
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
          <Checker {...(state.status === 'ready' ? state : nothingPublished)} />
        </div>
        <CheckerHelp />
      </Columns>
    </>
  );
}

const nothingPublished = { keys: [], names: readPublishedNames(null) };

/** Shows the field for a licence, and the result below it. `keys` is empty until the keys are loaded. */
function Checker({ keys, names }: { keys: readonly PublishedKey[]; names: PublishedNames }) {
  const [fileProblem, setFileProblem] = useState<string>();
  const [checkedText, setCheckedText] = useState<TextToCheck>();
  // The typed text is not stored as a draft, because visitors share computers, and a licence names its owner and the
  // PC.
  const [text, setText] = useState('');
  const check = useCheck(checkedText, keys);

  function checkText(enteredText: string): void {
    setText(enteredText);
    setFileProblem(undefined);
    setCheckedText({ text: enteredText });
  }

  async function readFiles([file, ...otherFiles]: readonly File[]): Promise<void> {
    if (!file) return;
    if (otherFiles.length > 0) return setFileProblem(texts.badFile.several);
    const fileText = await readFileText(file);
    if (fileText.ok) checkText(fileText.text);
    else setFileProblem(texts.badFile[fileText.reason]);
  }

  const handleFiles = (files: readonly File[]): void => void readFiles(files);
  usePasted({ onText: checkText, onFiles: handleFiles });
  return (
    <>
      <LicenceEntry
        text={text}
        error={fileProblem}
        onChange={(changedText, isPastedOrDropped) =>
          isPastedOrDropped || isWholeLicence(changedText) ? checkText(changedText) : setText(changedText)
        }
        onSubmit={() => checkText(text)}
        onFiles={handleFiles}
      />
      {check && <ReportCard key={check.now} report={createReport(check, names)} />}
    </>
  );
}
