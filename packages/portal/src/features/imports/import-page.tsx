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
import { isLargeFile, recentImports, sendLargeFile } from './large-imports.queries.ts';
import { ProgressLine } from './progress-line.tsx';
import { RecentImports } from './recent-imports.tsx';
import { ReportCard } from './report-card.tsx';

/**
 * The choices of the user are search parameters of the page, so that they stay after a reload or a new sign-in.
 * `invite` is whether new users are invited; `import` is the id of the background import that is shown.
 */
const importSearch = z.object({
  kind: z.optional(z.enum(importKinds)),
  invite: z.optional(z.boolean()),
  import: z.optional(numberInPath),
});

/** The page that imports a CSV table: the user chooses a file, sees a preview, and confirms. */
export function ImportPage() {
  const [{ kind = 'users', invite = true, import: importId }, change] = useSearchState(importSearch);
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} />
      <div className={styles.stack}>
        <ChoiceGroup
          label={texts.what}
          name="kind"
          options={importKinds.map((importKind) => ({ value: importKind, label: texts.kinds[importKind] }))}
          value={kind}
          onChange={(chosenKind) => change({ kind: chosenKind, import: undefined })}
        />
        <Steps
          key={kind}
          {...{ kind, invite, importId }}
          onInvite={(isInviting) => change({ invite: isInviting ? undefined : false }, { replace: true })}
          onShow={(id) => change({ import: id })}
        />
        <RecentImports />
      </div>
    </>
  );
}

type StepsProps = {
  kind: ImportKind;
  invite: boolean;
  onInvite: (invite: boolean) => void;
  importId: number | undefined;
  onShow: (id: number | undefined) => void;
};

/**
 * The steps of an import. A change of the file or of an option creates a new preview. A large file is sent in parts and
 * imported in the background.
 */
function Steps({ kind, invite, onInvite, importId, onShow }: StepsProps) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const preview = useMutation({ mutationFn: previewFile });
  const client = useQueryClient();
  const [sentParts, setSentParts] = useState({ done: 0, of: 0 });
  const sendMutation = useMutation({
    mutationFn: (largeFile: ChosenFile) =>
      sendLargeFile({ kind, file: largeFile, invite }, (done, of) => setSentParts({ done, of })),
    onSuccess: async (id) => {
      onShow(id);
      await client.invalidateQueries({ queryKey: recentImports.queryKey });
    },
  });
  function previewOrSend(chosenFile: ChosenFile | null, isInviting: boolean): void {
    if (isInviting !== invite) onInvite(isInviting);
    if (importId !== undefined) onShow(undefined);
    if (chosenFile && isLargeFile(kind, chosenFile.csv)) {
      setFile(null);
      preview.reset();
      sendMutation.mutate(chosenFile);
      return;
    }
    setFile(chosenFile);
    if (chosenFile) preview.mutate({ kind, csv: chosenFile.csv, invite: isInviting });
  }
  return (
    <>
      <FileCard
        kind={kind}
        preview={sendMutation.isPending || sendMutation.error ? sendMutation : preview}
        hasFile={file !== null}
        invite={invite}
        onInvite={(isInviting) => previewOrSend(file, isInviting)}
        onFile={(chosenFile) => previewOrSend(chosenFile, invite)}
      />
      {sendMutation.isPending && (
        <ProgressLine
          doneCount={sentParts.done}
          total={sentParts.of}
          label={texts.large.sending(sentParts.done, sentParts.of)}
        />
      )}
      {importId !== undefined && <LargeImportCard id={importId} />}
      {file && preview.data && !preview.isPending && (
        <ReportCard
          key={preview.data.digest}
          kind={kind}
          file={file}
          invite={invite}
          report={preview.data}
          onPreviewAgain={() => previewOrSend(file, invite)}
        />
      )}
    </>
  );
}
