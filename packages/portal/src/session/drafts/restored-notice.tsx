import { RotateCcw } from 'lucide-react';
import { forms as texts } from '#portal/texts/forms.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';

/** Says that the form was restored from a draft, and offers to discard the draft. */
export function RestoredNotice({ restoredAt, discard }: { restoredAt: string; discard: () => void }) {
  return (
    <Notice
      tone="info"
      title={texts.draftRestored(formatMoment(restoredAt))}
      actions={
        <Button variant="quiet" icon={<RotateCcw aria-hidden="true" />} onClick={discard}>
          {texts.discardDraft}
        </Button>
      }
    />
  );
}
