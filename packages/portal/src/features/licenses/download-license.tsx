import { useMutation } from '@tanstack/react-query';
import { Download, RotateCw } from 'lucide-react';
import type { License } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { saveFile } from '#portal/ui/content/save-file.ts';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { downloadLicense } from './licenses.queries.ts';
import styles from './verify-license.module.css';

type DownloadLicenseProps = {
  license: License;
  /** In a list: a small button, with the name of the PC for screen readers. */
  isInRow?: boolean;
  onSaved?: (name: string) => void;
};

/** Loads the licence file and saves it under the name from the server; a failure is shown beside the button with a retry. */
export function DownloadLicense({ license, isInRow = false, onSaved }: DownloadLicenseProps) {
  const download = useMutation({
    mutationFn: () => downloadLicense(license),
    onSuccess: (file) => {
      saveFile(file);
      onSaved?.(file.name);
    },
  });
  const label = isInRow ? texts.download.short : texts.download.action;
  return (
    <div className={styles.download}>
      <Button
        variant={isInRow ? 'secondary' : 'primary'}
        icon={download.isError ? <RotateCw aria-hidden="true" /> : <Download aria-hidden="true" />}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isError ? texts.download.retry : label}
        {isInRow && <VisuallyHidden>{texts.download.fileOf(license.machineName)}</VisuallyHidden>}
      </Button>
      <output className={styles.outcome}>
        {download.isPending && <VisuallyHidden>{texts.download.busy}</VisuallyHidden>}
        {download.isSuccess && texts.download.done(download.data.name)}
      </output>
      {download.isError && (
        <p className={styles.failed} role="alert">
          {texts.download.failed}
        </p>
      )}
    </div>
  );
}
