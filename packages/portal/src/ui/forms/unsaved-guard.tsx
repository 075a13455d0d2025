import { useBlocker } from '@tanstack/react-router';
import { Save, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';

type UnsavedGuardProps = {
  isDirty: () => boolean;
  /** Called when the user discards the changes. */
  onLeave?: () => void;
  /** Saves the changes and stays on the page. If nothing is unsaved afterwards, the page is left; otherwise it shows why. */
  save?: () => Promise<void>;
};

/** Asks what to do before unsaved changes are lost: when leaving the page, and when closing the tab. */
export function UnsavedGuard({ isDirty, onLeave, save }: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const [saveState, setSaveState] = useState<'saving' | 'done' | null>(null);
  const leaveIfSaved = useEffectEvent(() => {
    if (isDirty()) blocker.reset?.();
    else blocker.proceed?.();
  });
  // The result is read after the form was rendered with it.
  useEffect(() => {
    if (saveState === 'done') leaveIfSaved();
  }, [saveState]);
  if (blocker.status !== 'blocked') return null;

  async function saveFirst(): Promise<void> {
    setSaveState('saving');
    await save?.();
    setSaveState('done');
  }

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
      saferAction={
        save && (
          <Button
            variant="primary"
            icon={<Save aria-hidden="true" />}
            busy={saveState === 'saving'}
            onClick={() => void saveFirst()}
          >
            {texts.saveAndLeave}
          </Button>
        )
      }
    >
      <p>{texts.unsavedText}</p>
    </Confirm>
  );
}
