import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { useRecipient } from './ask-for-help.tsx';
import { askForHelp, invalidateHelpRequests } from './help-requests.queries.ts';

/** Asks the salesman of the user for a tool that has ended, on one press; an open help request for it is shown in place of the button. */
export function AskForTool({ tool, brand }: { tool: string; brand: string }) {
  const client = useQueryClient();
  const { userId } = useUser();
  const { isPending, items, who } = useRecipient(userId);
  const asking = useMutation({
    mutationFn: () => askForHelp(userId, { tool, brand, comment: '' }),
    onSuccess: () => invalidateHelpRequests(client),
  });
  if (isPending) return null;
  const isOpen = items.some(
    ({ state, asksFor }) => state === 'open' && asksFor?.tool === tool && asksFor.brand === brand,
  );
  if (isOpen || asking.isSuccess) return <output>{texts.ask.sent(who)}</output>;
  return (
    <div>
      <Button icon={<LifeBuoy aria-hidden="true" />} busy={asking.isPending} onClick={() => asking.mutate()}>
        {texts.ask.extend(who)}
      </Button>
      {asking.error instanceof ApiProblem && <ProblemNotice problem={asking.error} title={texts.ask.failed} />}
    </div>
  );
}
