import { useBlocker } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { forms as texts } from '#portal/texts/forms.ts';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';

type UnsavedGuardProps = {
  isDirty: () => boolean;
  /** Called when the user discards the changes. */
  onLeave?: () => void;
};

/** Asks for confirmation before unsaved changes are lost: when leaving the page, and when closing the tab. */
export function UnsavedGuard({ isDirty, onLeave }: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Confirm
      title={texts.unsavedTitle}
      action={texts.leave}
      icon={<Trash2 aria-hidden="true" />}
      onConfirm={() => {
        onLeave?.();
        blocker.proceed();
      }}
      onCancel={blocker.reset}
    >
      <p>{texts.unsavedText}</p>
    </Confirm>
  );
}
