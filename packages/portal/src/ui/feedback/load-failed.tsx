import { RotateCw } from 'lucide-react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from './notice.tsx';

type LoadFailedProps = {
  title: string;
  /** The id of the failed request, which is shown to the user so that support can find the request in the log. */
  requestId?: string | null;
  onRetry: () => void;
};

/** Shown in place of data that could not be loaded, with a button to try again. */
export const LoadFailed = ({ title, requestId = null, onRetry }: LoadFailedProps) => (
  <Notice
    tone="danger"
    role="alert"
    title={title}
    actions={
      <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
        {texts.retry}
      </Button>
    }
  >
    {requestId !== null && <p>{texts.reference(requestId)}</p>}
  </Notice>
);

export type FailingQuery = { error: (Error & { requestId?: string | null }) | null; refetch: () => unknown };

type QueryFailedProps = { query: FailingQuery; title: string };

/** Shows an error if the query failed, and nothing if it did not fail. */
export const QueryFailed = ({ query: { error, refetch }, title }: QueryFailedProps) =>
  error && <LoadFailed title={title} requestId={error.requestId ?? null} onRetry={() => void refetch()} />;
