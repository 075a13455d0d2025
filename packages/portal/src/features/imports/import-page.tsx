import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { imports as texts } from '#portal/texts/imports.ts';
import { ChoiceGroup } from '#portal/ui/forms/choice-group.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { FileCard } from './file-card.tsx';
import styles from './imports.module.css';
import { importKinds, previewFile } from './imports.queries.ts';
import type { ChosenFile, ImportKind } from './imports.queries.ts';
import { ReportCard } from './report-card.tsx';

const addressed = z.object({ kind: z.optional(z.enum(importKinds)) });

/** Imports a table: the user chooses a file, sees a preview, then confirms. */
export function ImportPage() {
  const [{ kind = 'users' }, change] = useSearchState(addressed);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className={styles.stack}>
        <ChoiceGroup
          label={texts.what}
          name="kind"
          options={importKinds.map((each) => ({ value: each, label: texts.kinds[each] }))}
          value={kind}
          onChange={(chosen) => change({ kind: chosen })}
        />
        <Steps key={kind} kind={kind} />
      </div>
    </>
  );
}

/** Another file, or another option, gets a new preview. */
function Steps({ kind }: { kind: ImportKind }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [invite, setInvite] = useState(true);
  const look = useMutation({ mutationFn: previewFile });
  function lookAt(chosen: ChosenFile | null, isInviting: boolean): void {
    setFile(chosen);
    setInvite(isInviting);
    if (chosen) look.mutate({ kind, csv: chosen.csv, invite: isInviting });
  }
  return (
    <>
      <FileCard
        kind={kind}
        look={look}
        hasFile={file !== null}
        invite={invite}
        onInvite={(isInviting) => lookAt(file, isInviting)}
        onFile={(chosen) => lookAt(chosen, invite)}
      />
      {file && look.data && !look.isPending && (
        <ReportCard
          key={look.data.digest}
          kind={kind}
          file={file}
          invite={invite}
          report={look.data}
          onLookAgain={() => lookAt(file, invite)}
        />
      )}
    </>
  );
}
