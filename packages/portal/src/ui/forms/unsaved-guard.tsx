import { useBlocker } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { ui as texts } from '#portal/messages/en/ui.ts';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';

type UnsavedGuardProps = {
  isDirty: () => boolean;
  /** What was typed is given up. */
  onLeave?: () => void;
};

/** Asks before what was typed is lost: on the way to another page, and when the tab is closed. Nothing when nothing differs. */
export function UnsavedGuard({ isDirty, onLeave }: UnsavedGuardProps) {
  const way = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (way.status !== 'blocked') return null;
  return (
    <Confirm
      title={texts.unsavedTitle}
      action={texts.leave}
      icon={<Trash2 aria-hidden="true" />}
      onConfirm={() => {
        onLeave?.();
        way.proceed();
      }}
      onCancel={way.reset}
    >
      <p>{texts.unsavedText}</p>
    </Confirm>
  );
}
