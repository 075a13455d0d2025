import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { personalData as texts } from '#portal/texts/personal-data.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { saveFile } from '#portal/ui/files/save-file.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { fetchPersonalData } from './account.queries.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** Saves all data about a user as a file, for the user, or for staff who answer a request of the user. A failure is a toast in a menu, because the menu closes. */
export function DownloadPersonalData({ userId, isInMenu = false }: { userId: number; isInMenu?: boolean }) {
  const actor = useUser();
  const toasts = useToasts();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => fetchPersonalData(userId),
    onSuccess: (file) => {
      saveFile(file);
      toasts.done(texts.saved(file.name));
    },
    ...(isInMenu && { meta: failureAsToast }),
  });
  return (
    <>
      {!isInMenu && error instanceof ApiProblem && <ProblemNotice problem={error} title={texts.failed} />}
      <Button busy={isPending} icon={<FileDown aria-hidden="true" />} onClick={() => mutate()}>
        {actor.userId === userId ? texts.own : texts.ofUser}
      </Button>
    </>
  );
}
