import { useMutation } from '@tanstack/react-query';
import { Download, RotateCw } from 'lucide-react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { saveFile } from '#portal/ui/files/local-files.ts';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { downloadLicense } from '../licenses.queries.ts';
import styles from '../verify-license.module.css';

type DownloadLicenseProps = {
  license: License;
  /** Whether the button is shown in a row of a list: then it is small and names the PC for screen readers. */
  isInRow?: boolean;
  onSaved?: (fileName: string) => void;
};

/**
 * A button that saves the licence file under the name from the server. A failure is shown beside the button, and the
 * next click tries again.
 */
export function DownloadLicense({ license, isInRow = false, onSaved }: DownloadLicenseProps) {
  const fileDownload = useMutation({
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
        icon={fileDownload.isError ? <RotateCw aria-hidden="true" /> : <Download aria-hidden="true" />}
        busy={fileDownload.isPending}
        onClick={() => fileDownload.mutate()}
      >
        <span>{fileDownload.isError ? texts.download.retry : label}</span>{' '}
        {isInRow && <VisuallyHidden>{texts.download.fileOf(license.machineName)}</VisuallyHidden>}
      </Button>
      <output className={styles.outcome}>
        {fileDownload.isPending && <VisuallyHidden>{texts.download.busy}</VisuallyHidden>}
        {fileDownload.isSuccess && <span>{texts.download.done(fileDownload.data.name)}</span>}
      </output>
      {fileDownload.isError && (
        <p className={styles.failed} role="alert">
          {texts.download.failed}
        </p>
      )}
    </div>
  );
}
