import { useState, useId } from 'react';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Columns, Card, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading, FocusedHeading } from '#portal/ui/headings/page-heading.tsx';
import { readFileText } from '#portal/ui/files/local-files.ts';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import styles from './licence-checker.module.css';
import { readPublishedNames, type PublishedKey, type PublishedNames } from './published.ts';
import { isWholeLicence } from './check-text.ts';
import { createReport, type Report } from './report.ts';
import { useCheck, usePublished, type TextToCheck } from './use-published.ts';
import { FileDown, ShieldCheck } from 'lucide-react';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';

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

/**
 * The path of the licence checker as a file, which visitors can save and use offline. The server creates the file for
 * each request and writes its current public keys into it.
 */
const savedCheckerPath = '/licence-checker.html';

/** Explains the limits of the checker, and offers the checker as a file. */
function CheckerHelp() {
  const id = useId();
  return (
    <div className={styles.help}>
      {texts.help.parts.map(({ title, points }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className={styles.points}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby={id}>
        <h2 id={id}>{texts.saved.title}</h2>
        <p>{texts.saved.text}</p>
        <a className={styles.save} href={savedCheckerPath} download>
          <FileDown aria-hidden="true" />
          {texts.saved.action}
        </a>
      </section>
    </div>
  );
}

type LicenceEntryProps = {
  text: string;
  error: string | undefined;
  onChange: (text: string, isPastedOrDropped: boolean) => void;
  onSubmit: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** The card with the field for a licence. The form has no action, because nothing is sent to the server. */
const LicenceEntry = ({ onFiles, ...entryProps }: LicenceEntryProps) => (
  <Card>
    <TextEntry
      {...entryProps}
      keepsFocus
      label={texts.field}
      hint={texts.hint}
      rows={6}
      actions={
        <>
          <Button type="submit" variant="primary" icon={<ShieldCheck aria-hidden="true" />}>
            {texts.check}
          </Button>
          <FileDrop label={texts.chooseFile} accept=".lic,.txt,text/plain" dropLabel={texts.drop} onFiles={onFiles} />
        </>
      }
    >
      <p className={styles.private}>{texts.private}</p>
    </TextEntry>
  </Card>
);

/** Shows the result of a check. */
function ReportCard({ report }: { report: Report }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.stack}>
          <FocusedHeading id={id}>{report.title}</FocusedHeading>
          <Notice tone={report.tone}>
            <div className={styles.said}>
              <p>{report.text}</p>
              <p>{report.next}</p>
            </div>
          </Notice>
          <h3 className={styles.subtitle}>{report.factsTitle}</h3>
          <FactRows>
            {report.facts.map(({ name, value, remark }) => (
              <FactRow key={name} name={name}>
                <span>{value}</span>
                {remark !== undefined && <p className={styles.remark}>{remark}</p>}
              </FactRow>
            ))}
          </FactRows>
          {report.clockText !== null && <p className={styles.remark}>{report.clockText}</p>}
        </div>
      </Card>
    </section>
  );
}
