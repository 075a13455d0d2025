import { largeImportLimits } from '@basics/contract/imports.ts';
import { limits } from '@basics/contract/limits.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem, readRequestId } from '#portal/api/api-problem.ts';
import { formatNumber } from '#portal/messages/numbers.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { ui } from '#portal/texts/ui.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { Checkbox } from '#portal/ui/forms/checkbox.tsx';
import { FileDrop } from '#portal/ui/forms/file-drop.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Spinner } from '#portal/ui/feedback/spinner.tsx';

import styles from './imports.module.css';
import type { ChosenFile, ImportKind } from './imports.queries.ts';
import { columnsByKind, listsByKind } from './kinds.ts';
import { readTextFile } from './read-text-file.ts';

type FileCardProps = {
  kind: ImportKind;
  preview: Pick<UseMutationResult, 'isPending' | 'error'>;
  hasFile: boolean;
  invite: boolean;
  onInvite: (invite: boolean) => void;
  onFile: (file: ChosenFile) => void;
};

/** Shows the columns of a file of the given kind, and a button to choose a file. */
export function FileCard({ kind, preview, hasFile, invite, onInvite, onFile }: FileCardProps) {
  const [isUnreadable, setUnreadable] = useState(false);
  async function readFile(file: File): Promise<void> {
    const csv = await readTextFile(file).catch(() => null);
    setUnreadable(csv === null);
    if (csv !== null) onFile({ name: file.name, csv });
  }
  return (
    <Card title={texts.form.title}>
      <div className={styles.stack}>
        <FileDescription kind={kind} />
        {kind === 'users' && (
          <Checkbox
            label={texts.form.invite}
            hint={texts.form.inviteHint}
            checked={invite}
            onChange={({ target }) => onInvite(target.checked)}
          />
        )}
        <div className={styles.choose}>
          <FileDrop
            label={hasFile ? texts.form.another : texts.form.choose}
            accept=".csv,.tsv,.txt,text/csv"
            dropLabel={texts.form.drop}
            onFile={(file) => void readFile(file)}
          />
          <output>
            {preview.isPending && (
              <>
                <Spinner /> <span>{texts.form.looking}</span>
              </>
            )}
          </output>
        </div>
        {isUnreadable && <Notice tone="danger" role="alert" title={texts.form.unread} />}
        {preview.error && (
          <Notice tone="danger" role="alert" title={texts.form.lookFailed}>
            <PreviewProblem error={preview.error} />
          </Notice>
        )}
      </div>
    </Card>
  );
}

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
  const { needed, neededForNew, optional } = columnsByKind[kind];
  const formTexts = texts.form;
  return (
    <div className={styles.about}>
      <p>{formTexts.about[kind]}</p>
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
    </div>
  );
}
