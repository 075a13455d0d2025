import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { useRecipient } from './ask-for-help.tsx';
import { askForHelp, invalidateHelpRequests } from './help-requests.queries.ts';

/**
 * A button that asks the salesman of the user to extend a tool that has ended or ends soon. If a help request for this tool is open, a message
 * is shown instead of the button.
 */
export function AskForTool({ tool, brand }: { tool: string; brand: string }) {
  const client = useQueryClient();
  const { userId } = useUser();
  const { isPending, items, who: recipientName } = useRecipient(userId);
  const sendMutation = useMutation({
    mutationFn: () => askForHelp(userId, { tool, brand, comment: '' }),
    onSuccess: () => invalidateHelpRequests(client),
  });
  if (isPending) return null;
  const isOpen = items.some(
    ({ state, asksFor }) => state === 'open' && asksFor?.tool === tool && asksFor.brand === brand,
  );
  if (isOpen || sendMutation.isSuccess) return <output>{texts.ask.sent(recipientName)}</output>;
  return (
    <div>
      <Button
        icon={<LifeBuoy aria-hidden="true" />}
        busy={sendMutation.isPending}
        onClick={() => sendMutation.mutate()}
      >
        {texts.ask.extend(recipientName)}
      </Button>
      {sendMutation.error instanceof ApiProblem && (
        <ProblemNotice problem={sendMutation.error} title={texts.ask.failed} />
      )}
    </div>
  );
}
