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
  look: Pick<UseMutationResult, 'isPending' | 'error'>;
  hasFile: boolean;
  invite: boolean;
  onInvite: (invite: boolean) => void;
  onFile: (file: ChosenFile) => void;
};

/** Shows the columns of a file of this kind, and a button to choose one. */
export function FileCard({ kind, look, hasFile, invite, onInvite, onFile }: FileCardProps) {
  const [isUnread, setUnread] = useState(false);
  async function take(file: File): Promise<void> {
    const csv = await readTextFile(file).catch(() => null);
    setUnread(csv === null);
    if (csv !== null) onFile({ name: file.name, csv });
  }
  return (
    <Card title={texts.form.title}>
      <div className={styles.stack}>
        <About kind={kind} />
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
            onFile={(file) => void take(file)}
          />
          <output>
            {look.isPending && (
              <>
                <Spinner /> {texts.form.looking}
              </>
            )}
          </output>
        </div>
        {isUnread && <Notice tone="danger" role="alert" title={texts.form.unread} />}
        {look.error && (
          <Notice tone="danger" role="alert" title={texts.form.lookFailed}>
            <PreviewProblem error={look.error} />
          </Notice>
        )}
      </div>
    </Card>
  );
}

/** An error in the file itself needs no other explanation. */
function PreviewProblem({ error }: { error: Error }) {
  const ofFile = error instanceof ApiProblem ? error.fields['csv'] : undefined;
  if (ofFile !== undefined) return <p>{ofFile}</p>;
  return (
    <>
      <p>{error.message}</p>
      {readRequestId(error) && <p>{ui.reference(readRequestId(error) ?? '')}</p>}
    </>
  );
}

function About({ kind }: { kind: ImportKind }) {
  const { needed, neededForNew, optional } = columnsByKind[kind];
  const words = texts.form;
  return (
    <div className={styles.about}>
      <p>{words.about[kind]}</p>
      <ul>
        <li>{words.needed(needed.join(', '))}</li>
        {neededForNew.length > 0 && <li>{words.neededForNew(neededForNew.join(', '))}</li>}
        {optional.length > 0 && <li>{words.optional(optional.join(', '))}</li>}
        {kind === 'users' && <li>{words.tools}</li>}
        <li>{words.limit(formatNumber(largeImportLimits.rows), formatNumber(limits.import.rows[kind]))}</li>
        <li>
          {words.model} <Link to={listsByKind[kind]}>{texts.done.see[kind]}</Link>
        </li>
      </ul>
    </div>
  );
}
