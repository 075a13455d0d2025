import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Dialog } from './dialog.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

type ConfirmProps = {
  title: string;
  /** The consequence of the action, as a sentence. */
  children: Elements;
  /** The label of the confirming button, verb and object: "Delete 3 users". */
  action: string;
  /** An icon before the verb, so that colour alone does not carry the meaning (WCAG 1.4.1). */
  icon: Elements;
  busy?: boolean;
  /** Whether the action is not possible yet, for example because a number must be typed first. */
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an action that cannot be undone; Cancel has the focus. */
export const Confirm = ({
  title,
  children,
  action,
  icon,
  busy = false,
  disabled = false,
  onConfirm,
  onCancel,
}: ConfirmProps) => (
  <Dialog
    title={title}
    role="alertdialog"
    onClose={onCancel}
    footer={
      <>
        {/* Cancel has the focus, so that Enter pressed without reading changes nothing. */}
        <Button data-autofocus onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button variant="danger" icon={icon} busy={busy} disabled={disabled} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);
