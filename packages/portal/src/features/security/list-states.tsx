import { RotateCw } from 'lucide-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { ui } from '#portal/messages/en/ui.ts';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import { Skeleton } from '#portal/ui/skeleton.tsx';
import { Announced } from '#portal/ui/visually-hidden.tsx';
import styles from './security.module.css';

export const ListLoading = ({ words }: { words: string }) => (
  <div className={styles.stack}>
    <Announced>{words}</Announced>
    <Skeleton height="3rem" />
    <Skeleton height="3rem" />
  </div>
);

type ListFailedProps = { words: string; error: Error; onRetry: () => void };

export const ListFailed = ({ words, error, onRetry }: ListFailedProps) => (
  <Notice
    tone="danger"
    role="alert"
    title={words}
    actions={
      <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
        {ui.retry}
      </Button>
    }
  >
    {error instanceof ApiProblem && error.requestId !== null && <p>{ui.reference(error.requestId)}</p>}
  </Notice>
);
