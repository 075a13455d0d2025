import type { ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmProps = {
  title: string;
  /** The consequence, in a sentence. */
  children: ReactNode;
  /** Verb and object: "Delete 3 users". */
  action: string;
  /** Stands before the verb, so that danger is never told by colour alone. */
  icon: ReactNode;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before what cannot be taken back; Cancel has the focus. */
export const Confirm = ({ title, children, action, icon, busy = false, onConfirm, onCancel }: ConfirmProps) => (
  <Dialog
    title={title}
    role="alertdialog"
    onClose={onCancel}
    footer={
      <>
        {/* Whoever presses Enter without reading keeps everything. */}
        <Button data-autofocus onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button variant="danger" icon={icon} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
);
