import type { ImportReport } from '@basics/contract/imports/imports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { isProblem, readRequestId } from '#portal/api/api-problem.ts';
import { DeletedAddressNotice } from '#portal/session/people/deleted-address.tsx';
import { imports as texts } from '#portal/texts/imports.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { canImportRows, OutcomeCounts, ReportDetails, RunConsequences } from './report-details.tsx';
import styles from './imports.module.css';
import { importFile, invalidateAll, type ChosenFile, type ImportKind } from './imports.queries.ts';
import type { RowChanges } from './read-table.ts';

type ReportCardProps = {
  kind: ImportKind;
  file: ChosenFile;
  invite: boolean;
  report: ImportReport;
  onPreviewAgain: () => void;
  onImported: (importId: number) => void;
  /** Checks the file again with other cells in some rows; null leaves a row out. */
  onChangeRows: (changes: RowChanges) => void;
};

/** Shows the preview of an import, with the button that imports exactly these changes. */
export function ReportCard({ kind, file, invite, report, ...actions }: ReportCardProps) {
  const { onPreviewAgain, onImported, onChangeRows } = actions;
  const client = useQueryClient();
  const importMutation = useMutation({
    mutationFn: () => importFile({ kind, ...file, invite }, report.digest),
    onSuccess: async ({ importId }) => {
      if (importId !== undefined) onImported(importId);
      await invalidateAll(client);
    },
  });
  const { created, changed, faulty } = report;
  const canImport = canImportRows(report);
  return (
    <Card title={texts.report.title(file.name)}>
      <div className={styles.stack}>
        <OutcomeCounts report={report} />
        {!canImport && faulty > 0 && <Notice tone="danger" role="alert" title={texts.report.allFaulty} />}
        {!canImport && faulty === 0 && <Notice tone="info" role="alert" title={texts.report.nothing} />}
        <ReportDetails {...{ kind, report }} fileName={file.name} header={file.header} onChangeRows={onChangeRows} />
        {importMutation.error && <ImportFailed error={importMutation.error} onPreviewAgain={onPreviewAgain} />}
        {canImport && (
          <div className={styles.run}>
            {kind === 'users' && <DeletedAddressNotice logins={listCreatedNames(report)} />}
            <RunConsequences report={report} />
            <Button
              variant="primary"
              icon={<Upload aria-hidden="true" />}
              busy={importMutation.isPending}
              onClick={() => importMutation.mutate()}
            >
              {texts.run({ created, changed, invitations: kind === 'users' && invite ? created : 0 })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

const listCreatedNames = ({ changes }: ImportReport): string[] =>
  changes.filter(({ outcome }) => outcome === 'created').map(({ name }) => name);

const ImportFailed = ({ error, onPreviewAgain }: { error: Error; onPreviewAgain: () => void }) => (
  <Notice
    tone={isProblem(error, 'STALE') ? 'warn' : 'danger'}
    role="alert"
    title={texts.failed}
    actions={<Button onClick={onPreviewAgain}>{texts.lookAgain}</Button>}
  >
    <p>{error.message}</p>
    {readRequestId(error) && <p>{ui.reference(readRequestId(error) ?? '')}</p>}
  </Notice>
);
