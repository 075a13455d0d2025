import { importKinds } from '@basics/contract/imports/imports.ts';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import {
  decodeText,
  detectEncodings,
  textEncodings,
  findForeignLines,
} from '@basics/contract/fields/text-encodings.ts';
import type { TextEncoding } from '@basics/contract/fields/text-encodings.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, useId } from 'react';
import * as z from 'zod/mini';
import { imports as texts } from '#portal/texts/imports.ts';
import { ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { ChooseColumns } from './choose-columns.tsx';
import { FileCard } from './file-card.tsx';
import styles from './imports.module.css';
import { previewFile, type ChosenFile, type ImportKind } from './imports.queries.ts';
import { LargeImportCard } from './large-import-card.tsx';
import { isLargeFile, recentImports, sendLargeFile } from './large-imports.queries.ts';
import { addColumn, changeRows, findColumns, listMissingColumns, readTable, writeTable } from './read-table.ts';
import type { ColumnChoice, Table } from './read-table.ts';
import { ProgressLine } from './progress-line.tsx';
import { RecentImports } from './recent-imports.tsx';
import { readRememberedColumns, rememberColumns } from './remembered-columns.ts';
import { ReportCard } from './report-card.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';

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

/** A file that the user has opened. `encoding` is null while the user must choose one of `encodings`. */
type OpenedFile = {
  name: string;
  bytes: Uint8Array;
  encodings: readonly TextEncoding[];
  encoding: TextEncoding | null;
  table: Table;
  columns: ColumnChoice;
};

/** The steps of an import: the file, its encoding and columns, and the preview or the progress of a large file. */
function Steps(props: StepsProps) {
  const { kind, invite, importId, onShow } = props;
  const { openedFile, preview, sendMutation, sentParts, ...steps } = useImportFile(props);
  const { openFile, closeFile, decodeFile, previewOrSend, changeInvite, addValue } = steps;
  const { encoding = null } = openedFile ?? {};
  return (
    <>
      <FileCard
        kind={kind}
        preview={sendMutation.isPending || sendMutation.error ? sendMutation : preview}
        file={openedFile}
        invite={invite}
        onInvite={changeInvite}
        onFile={openFile}
        onChangeEncoding={() => openedFile && decodeFile({ ...openedFile, encodings: codePages }, null)}
      >
        {openedFile && openedFile.table.header.length > 0 && (
          <ChooseColumns
            key={encoding}
            {...openedFile}
            kind={kind}
            onChange={(columns) => {
              rememberColumns(kind, openedFile.table, columns);
              previewOrSend({ ...openedFile, columns }, invite);
            }}
            onAdd={(added) => addValue(openedFile, added)}
          />
        )}
      </FileCard>
      {openedFile && encoding === null && (
        <ChooseEncoding {...openedFile} onChoose={(chosenEncoding) => decodeFile(openedFile, chosenEncoding)} />
      )}
      {sendMutation.isPending && (
        <ProgressLine
          doneCount={sentParts.done}
          total={sentParts.of}
          label={texts.large.sending(sentParts.done, sentParts.of)}
        />
      )}
      {importId !== undefined && <LargeImportCard id={importId} />}
      {preview.data && preview.variables && (
        <ReportCard
          key={preview.data.digest}
          kind={kind}
          file={preview.variables}
          invite={invite}
          report={preview.data}
          onPreviewAgain={() => openedFile && previewOrSend(openedFile, invite)}
          onImported={(id) => {
            closeFile();
            onShow(id);
          }}
          onChangeRows={(changes) =>
            openedFile && previewOrSend({ ...openedFile, table: changeRows(openedFile.table, changes) }, invite)
          }
        />
      )}
    </>
  );
}

/**
 * Opens, decodes and previews a file. A change of the file or of an option creates a new preview. A large file is sent in parts and imported
 * in the background.
 */
function useImportFile({ kind, invite, onInvite, importId, onShow }: StepsProps) {
  const [openedFile, setOpenedFile] = useState<OpenedFile | null>(null);
  const preview = useMutation({ mutationFn: previewFile });
  const { sendMutation, sentParts } = useSendLargeFile(kind, onShow);

  function openFile({ name, bytes }: Pick<OpenedFile, 'name' | 'bytes'>): void {
    const encodings = detectEncodings(bytes);
    // A byte 0 shows that the file is not text; the server explains what to do.
    const isCertain = encodings.length === 1 || bytes.includes(0);
    decodeFile({ name, bytes, encodings }, isCertain ? encodings[0] : null);
  }

  function decodeFile(source: Pick<OpenedFile, 'name' | 'bytes' | 'encodings'>, encoding: TextEncoding | null): void {
    const table = readTable(encoding === null ? '' : decodeText(source.bytes, encoding));
    previewOrSend(
      { ...source, encoding, table, columns: findColumns(kind, table, readRememberedColumns(kind)) },
      invite,
    );
  }

  function previewOrSend(file: OpenedFile, isInviting: boolean): void {
    if (importId !== undefined) onShow(undefined);
    sendMutation.reset();
    preview.reset();
    setOpenedFile(file);
    const { name, encoding, table, columns } = file;
    const isTable = table.header.length > 0;
    if (encoding === null || (isTable && listMissingColumns(kind, columns).length > 0)) return;
    const chosenFile = { name, csv: writeTable(table, columns), header: table.header };
    if (isLargeFile(kind, chosenFile.csv)) sendMutation.mutate({ ...chosenFile, invite: isInviting });
    else preview.mutate({ kind, invite: isInviting, ...chosenFile });
  }

  function closeFile(): void {
    preview.reset();
    setOpenedFile(null);
  }

  function changeInvite(isInviting: boolean): void {
    onInvite(isInviting);
    if (openedFile) previewOrSend(openedFile, isInviting);
  }

  /** Gives all rows the value of a column that the file does not have. */
  function addValue(file: OpenedFile, { name, label, value }: { name: string; label: string; value: string }): void {
    previewOrSend({ ...file, table: addColumn(file.table, label, value), columns: [name, ...file.columns] }, invite);
  }

  const steps = { openFile, closeFile, decodeFile, previewOrSend, changeInvite, addValue };
  return { openedFile, preview, sendMutation, sentParts, ...steps };
}

const codePages = textEncodings.filter((encoding) => !encoding.startsWith('utf'));

/** Returns the mutation that sends a large file, and the number of parts sent so far. */
function useSendLargeFile(kind: ImportKind, onShow: StepsProps['onShow']) {
  const client = useQueryClient();
  const [sentParts, setSentParts] = useState({ done: 0, of: 0 });
  const sendMutation = useMutation({
    mutationFn: ({ invite, ...file }: ChosenFile & { invite: boolean }) =>
      sendLargeFile({ kind, file, invite }, (done, of) => setSentParts({ done, of })),
    onSuccess: async (id) => {
      onShow(id);
      await client.invalidateQueries({ queryKey: recentImports.queryKey });
    },
  });
  return { sendMutation, sentParts };
}

type ChooseEncodingProps = {
  bytes: Uint8Array;
  encodings: readonly TextEncoding[];
  onChoose: (encoding: TextEncoding) => void;
};

/** The number of lines of the file that each answer shows. */
const shownLines = 3;

/** Asks which encoding a file has. Each answer shows the first lines of the file as they would be imported. */
function ChooseEncoding({ bytes, encodings, onChoose }: ChooseEncodingProps) {
  const name = useId();
  const [chosen, setChosen] = useState<TextEncoding | null>(null);
  return (
    <Card title={texts.encoding.title}>
      <fieldset className={styles.encodings} aria-label={texts.encoding.title}>
        <p className={styles.muted}>{texts.encoding.text}</p>
        {encodings.map((encoding) => (
          <label key={encoding} className={styles.encoding}>
            <input type="radio" name={name} checked={chosen === encoding} onChange={() => setChosen(encoding)} />
            <span>
              <span className={styles.encodingName}>{texts.encodings[encoding]}</span>
              {findForeignLines(decodeText(bytes, encoding), shownLines).map((line, index) => (
                // Lines can be equal, and their order does not change.
                // oxlint-disable-next-line react/no-array-index-key
                <span key={index} className={styles.line} translate="no">
                  {line}
                </span>
              ))}
            </span>
          </label>
        ))}
        <div className={styles.choose}>
          <Button variant="primary" disabled={chosen === null} onClick={() => chosen !== null && onChoose(chosen)}>
            {texts.encoding.use}
          </Button>
        </div>
      </fieldset>
    </Card>
  );
}
