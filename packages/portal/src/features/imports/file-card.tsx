import { writeCsvLine } from '@basics/contract/fields/csv-text.ts';
import { listImportColumns } from '@basics/contract/imports/import-columns.ts';
import { largeImportLimits } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { TextEncoding } from '@basics/contract/fields/text-encodings.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { usualSeparator, saveCsv } from '#portal/ui/files/save-file.ts';
import { ApiProblem, readRequestId } from '#portal/api/api-problem.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Spinner } from '#portal/ui/feedback/loading.tsx';

import styles from './imports.module.css';
import type { ImportKind } from './imports.queries.ts';
import { describeColumns, listsByKind } from './kinds.ts';

type FileCardProps = {
  kind: ImportKind;
  preview: Pick<UseMutationResult, 'isPending' | 'error'>;
  /** The chosen file; null before a file is chosen. */
  file: { name: string; encoding: TextEncoding | null } | null;
  invite: boolean;
  onInvite: (invite: boolean) => void;
  onFile: (file: { name: string; bytes: Uint8Array }) => void;
  onChangeEncoding: () => void;
  /** The choice of the columns of the file. */
  children: ReactNode;
};

/** Shows the button to choose a file and the rules for its columns, or the chosen file. */
export function FileCard({ kind, preview, file, invite, onInvite, onFile, onChangeEncoding, children }: FileCardProps) {
  const [isUnreadable, setUnreadable] = useState(false);
  async function readFile(chosenFile: File): Promise<void> {
    const content = await chosenFile.arrayBuffer().catch(() => null);
    setUnreadable(content === null);
    if (content !== null) onFile({ name: chosenFile.name, bytes: new Uint8Array(content) });
  }
  return (
    <Card>
      <div className={styles.stack}>
        {file && <FileLine {...file} onChangeEncoding={onChangeEncoding} />}
        <div className={styles.stack}>{children}</div>
        <div className={styles.choose}>
          <FileDrop
            label={file ? texts.form.another : texts.form.choose}
            variant={file ? 'secondary' : 'primary'}
            accept=".csv,.tsv,.txt,text/csv"
            dropLabel={texts.form.drop}
            onFile={(chosenFile) => void readFile(chosenFile)}
          />
          {!file && <SaveTemplate kind={kind} />}
          <output>
            {preview.isPending && (
              <>
                <Spinner /> <span>{texts.form.looking}</span>
              </>
            )}
          </output>
        </div>
        {kind === 'users' && (
          <Checkbox
            label={texts.form.invite}
            hint={texts.form.inviteHint}
            checked={invite}
            onChange={({ target }) => onInvite(target.checked)}
          />
        )}
        {isUnreadable && <Notice tone="danger" role="alert" title={texts.form.unread} />}
        {preview.error && (
          <Notice tone="danger" role="alert" title={texts.form.lookFailed}>
            <PreviewProblem error={preview.error} />
          </Notice>
        )}
        {!file && <FileDescription kind={kind} />}
      </div>
    </Card>
  );
}

type FileLineProps = { name: string; encoding: TextEncoding | null; onChangeEncoding: () => void };

const FileLine = ({ name, encoding, onChangeEncoding }: FileLineProps) => (
  <p className={styles.file}>
    <span className={styles.fileName}>{name}</span>
    {encoding !== null && <span className={styles.muted}>{texts.encodings[encoding]}</span>}
    {encoding !== null && !encoding.startsWith('utf') && (
      <Button variant="quiet" onClick={onChangeEncoding}>
        {texts.form.changeEncoding}
      </Button>
    )}
  </p>
);

/** Saves a file that has only the headings, so that rows can be filled in with a spreadsheet. */
const SaveTemplate = ({ kind }: { kind: ImportKind }) => (
  <Button
    variant="quiet"
    icon={<FileDown aria-hidden="true" />}
    onClick={() => {
      const labels = listImportColumns(kind).map(({ label }) => label);
      saveCsv(texts.form.templateName(texts.kinds[kind].replace('/', '-')), writeCsvLine(labels, usualSeparator()));
    }}
  >
    {texts.form.template}
  </Button>
);

/** Shows the error in the file, or else the message and the reference of the failed request. */
function PreviewProblem({ error }: { error: Error }) {
  const fileError = error instanceof ApiProblem ? error.fields['csv'] : undefined;
  if (fileError !== undefined) return <p>{fileError}</p>;
  return (
    <>
      <p>{error.message}</p>
      {readRequestId(error) && <p>{ui.reference(readRequestId(error) ?? '')}</p>}
    </>
  );
}

function FileDescription({ kind }: { kind: ImportKind }) {
  const { needed, neededForNew, optional } = describeColumns(kind);
  const formTexts = texts.form;
  return (
    <div className={styles.about}>
      <p>{formTexts.about[kind]}</p>
      <Disclosure label={formTexts.rules}>
        {() => (
          <ul>
            <li>{formTexts.needed(needed.join(', '))}</li>
            {neededForNew.length > 0 && <li>{formTexts.neededForNew(neededForNew.join(', '))}</li>}
            {optional.length > 0 && <li>{formTexts.optional(optional.join(', '))}</li>}
            {kind === 'users' && <li>{formTexts.tools}</li>}
            <li>{formTexts.limit(formatNumber(largeImportLimits.rows), formatNumber(limits.import.rows[kind]))}</li>
            <li>
              <span>{formTexts.model}</span> <Link to={listsByKind[kind]}>{texts.done.see[kind]}</Link>
            </li>
          </ul>
        )}
      </Disclosure>
    </div>
  );
}
