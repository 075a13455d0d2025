import { RotateCw } from 'lucide-react';
import { ui } from '#portal/messages/en/ui.ts';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';

/** A list to choose from could not be had. */
export const OptionsFailed = ({ words, onRetry }: { words: string; onRetry: () => void }) => (
  <Notice
    tone="danger"
    role="alert"
    title={words}
    actions={
      <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
        {ui.retry}
      </Button>
    }
  />
);
