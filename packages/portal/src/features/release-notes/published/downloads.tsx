import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { Download } from '@basics/contract/release-notes/downloads.ts';
import { formatBytes } from '#portal/messages/formats.ts';
import { formatDay } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { releaseNotes } from '#portal/texts/release-notes.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { createDownloadLink, downloadsQuery } from '../release-notes.queries.ts';

const texts = releaseNotes.downloads;

/** The newest files of the tools that the user may use; nothing if there are none. */
export function Downloads() {
  const files = useQuery(downloadsQuery).data?.items ?? [];
  if (files.length === 0) return null;
  return (
    <Card title={texts.title}>
      <ItemList>
        {files.map((file) => (
          <DownloadRow key={`${file.releaseId} ${file.fileName}`} file={file} />
        ))}
      </ItemList>
    </Card>
  );
}

function DownloadRow({ file }: { file: Download }) {
  const { problem, isBusy, attempt } = useAttempt();
  const { toolName, version, platform, bytes, releaseDate, fileName } = file;
  const download = (): Promise<void> =>
    attempt(async () => {
      const { path } = await createDownloadLink(file);
      location.assign(path);
    });
  return (
    <ItemRow
      icon={FileDown}
      title={texts.name(toolName, version, platform)}
      facts={[formatBytes(bytes), formatDay(releaseDate)]}
      actions={
        <>
          {problem && <ProblemNotice problem={problem} title={texts.failed} />}
          <Button busy={isBusy} onClick={() => void download()}>
            {texts.download} <VisuallyHidden>{fileName}</VisuallyHidden>
          </Button>
        </>
      }
    />
  );
}
