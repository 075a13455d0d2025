import { FileDown } from 'lucide-react';
import { personalData as texts } from '#portal/texts/personal-data.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { saveFile } from '#portal/ui/files/save-file.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { fetchPersonalData } from './account.queries.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { useAttempt } from './use-attempt.ts';

/** Saves all data about a user as a file, for the user or for staff whom the user asks. */
export function DownloadPersonalData({ userId }: { userId: number }) {
  const actor = useUser();
  const toasts = useToasts();
  const { problem, isBusy, attempt } = useAttempt();
  const download = (): Promise<void> =>
    attempt(async () => {
      const file = await fetchPersonalData(userId);
      saveFile(file);
      toasts.done(texts.saved(file.name));
    });
  return (
    <>
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      <Button busy={isBusy} icon={<FileDown aria-hidden="true" />} onClick={() => void download()}>
        {actor.userId === userId ? texts.own : texts.ofUser}
      </Button>
    </>
  );
}
