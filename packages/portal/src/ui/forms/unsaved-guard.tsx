import { useBlocker } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';

/** Asks before what was typed is lost: on the way to another page, and when the tab is closed. Nothing when nothing differs. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
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
      onConfirm={way.proceed}
      onCancel={way.reset}
    >
      <p>{texts.unsavedText}</p>
    </Confirm>
  );
}
