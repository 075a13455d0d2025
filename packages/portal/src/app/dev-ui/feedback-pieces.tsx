import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LoadFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton, Spinner } from '#portal/ui/feedback/loading.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';

const tones = ['info', 'ok', 'warn', 'danger'] as const;
const doNothing = (): void => undefined;

/** Examples of the components in `ui/feedback`. */
export function FeedbackPieces() {
  const toasts = useToasts();
  return (
    <Card title="Feedback">
      <Stack>
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} title={`Notice: ${tone}`} actions={<Button>Next step</Button>}>
            <p>What happened, and what to do.</p>
          </Notice>
        ))}
        <LoadFailed title="Failed to fetch users" requestId="req-1" onRetry={doNothing} />
        <EmptyState title="No users yet" actions={<Button variant="primary">Create a user</Button>}>
          <p>Users appear here.</p>
        </EmptyState>
        <p>
          <Spinner /> Loading
        </p>
        <Skeleton height="3rem" />
        <Actions>
          <Button onClick={() => toasts.done('Saved')}>Show a toast</Button>
          <Button onClick={() => toasts.problem('Not saved')}>Show a problem</Button>
        </Actions>
      </Stack>
    </Card>
  );
}
