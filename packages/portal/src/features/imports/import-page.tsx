import { importKinds } from '@basics/contract/imports.ts';
import { numberInPath } from '@basics/contract/fields.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { imports as texts } from '#portal/texts/imports.ts';
import { ChoiceGroup } from '#portal/ui/forms/choice-group.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { FileCard } from './file-card.tsx';
import styles from './imports.module.css';
import { previewFile } from './imports.queries.ts';
import type { ChosenFile, ImportKind } from './imports.queries.ts';
import { LargeImportCard } from './large-import-card.tsx';
import { isLarge, recentImports, sendLargeFile } from './large-imports.queries.ts';
import { ProgressLine } from './progress-line.tsx';
import { RecentImports } from './recent-imports.tsx';
import { ReportCard } from './report-card.tsx';

/** `import` is the import in the background that is shown. */
const addressed = z.object({ kind: z.optional(z.enum(importKinds)), import: z.optional(numberInPath) });

/** Imports a table: the user chooses a file, sees a preview, then confirms. */
export function ImportPage() {
  const [{ kind = 'users', import: shown }, change] = useSearchState(addressed);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className={styles.stack}>
        <ChoiceGroup
          label={texts.what}
          name="kind"
          options={importKinds.map((each) => ({ value: each, label: texts.kinds[each] }))}
          value={kind}
          onChange={(chosen) => change({ kind: chosen, import: undefined })}
        />
        <Steps key={kind} kind={kind} shown={shown} onShow={(id) => change({ import: id })} />
        <RecentImports />
      </div>
    </>
  );
}

type StepsProps = { kind: ImportKind; shown: number | undefined; onShow: (id: number | undefined) => void };

/** Another file, or another option, gets a new preview. A large file is sent, and then shown as an import in the background. */
function Steps({ kind, shown, onShow }: StepsProps) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [invite, setInvite] = useState(true);
  const look = useMutation({ mutationFn: previewFile });
  const client = useQueryClient();
  const [sent, setSent] = useState({ done: 0, of: 0 });
  const send = useMutation({
    mutationFn: (large: ChosenFile) =>
      sendLargeFile({ kind, file: large, invite }, (done, of) => setSent({ done, of })),
    onSuccess: async (id) => {
      onShow(id);
      await client.invalidateQueries({ queryKey: recentImports.queryKey });
    },
  });
  function lookAt(chosen: ChosenFile | null, isInviting: boolean): void {
    setInvite(isInviting);
    if (shown !== undefined) onShow(undefined);
    if (chosen && isLarge(kind, chosen.csv)) {
      setFile(null);
      look.reset();
      send.mutate(chosen);
      return;
    }
    setFile(chosen);
    if (chosen) look.mutate({ kind, csv: chosen.csv, invite: isInviting });
  }
  return (
    <>
      <FileCard
        kind={kind}
        look={send.isPending || send.error ? send : look}
        hasFile={file !== null}
        invite={invite}
        onInvite={(isInviting) => lookAt(file, isInviting)}
        onFile={(chosen) => lookAt(chosen, invite)}
      />
      {send.isPending && <ProgressLine done={sent.done} of={sent.of} label={texts.large.sending(sent.done, sent.of)} />}
      {shown !== undefined && <LargeImportCard id={shown} />}
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
