import { X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { createContext, use, useId, useState, type ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { joinClasses, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import styles from './dialog.module.css';
import { IconButton, Button, type ButtonProps } from '#portal/ui/buttons/button.tsx';
import { useModal } from './modal.ts';
import { Form } from '#portal/ui/forms/form.tsx';

type DialogProps = {
  title: string;
  /** Called by Escape, the close button and a press outside the dialog. The caller unmounts the dialog. */
  onClose: () => void;
  children: Elements;
  /** The buttons of the dialog, Cancel first. */
  footer?: ReactNode;
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** Whether the dialog has room for a table: a sheet at the side of the window, whose head and buttons are always in view. */
  isWide?: boolean;
  /** What stands beside the title, such as the steps of an act. */
  headEnd?: Elements;
};

/** A modal dialog, open while mounted. The element with `data-autofocus` gets the focus. */
export function Dialog({ title, onClose, children, footer, role = 'dialog', isWide = false, headEnd }: DialogProps) {
  const id = useId();
  const modal = useModal(onClose);
  return (
    <dialog
      {...modal}
      className={joinClasses(styles.dialog, isWide && styles.wide)}
      role={role}
      aria-labelledby={id}
      data-chrome
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {headEnd}
          <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
        </div>
        {children}
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}

type DialogButtonProps = Omit<ButtonProps, 'children' | 'onClick'> & {
  label: ReactNode;
  /** Renders the dialog, which is mounted only while it is open. */
  children: (closeDialog: () => void) => Elements;
};

/** The element into which a button renders its dialog, because the place of the button disappears; null where the button stays. */
export const DialogPlace = createContext<HTMLElement | null>(null);

/** A button that opens its own dialog. */
export function DialogButton({ label, children, ...buttonProps }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const place = use(DialogPlace);
  const dialog = isOpen && children(() => setOpen(false));
  return (
    <>
      <Button {...buttonProps} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {place ? createPortal(dialog, place) : dialog}
    </>
  );
}

type FormDialogProps = Pick<ButtonProps, 'variant' | 'icon' | 'busy' | 'disabled'> & {
  title: string;
  submitLabel: string;
  onSubmit: () => unknown;
  onClose: () => void;
  /** The fields of the form, below each other. */
  children: Elements;
};

/** A dialog with a form, a Cancel button and a submit button. */
export function FormDialog({ title, submitLabel, onSubmit, onClose, children, ...submitButton }: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" {...submitButton}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={onSubmit}>
        <Stack>{children}</Stack>
      </Form>
    </Dialog>
  );
}

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
  /** Whether the action takes nothing away, so that its button is not red. */
  isSafe?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** A button for a way in which nothing is lost. */
  saferAction?: Elements;
};

/** Asks before an action that cannot be undone; Cancel has the focus. */
export const Confirm = ({
  title,
  children,
  action,
  icon,
  busy = false,
  disabled = false,
  isSafe = false,
  onConfirm,
  onCancel,
  saferAction,
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
        <Button variant={isSafe ? 'primary' : 'danger'} icon={icon} busy={busy} disabled={disabled} onClick={onConfirm}>
          {action}
        </Button>
        {saferAction}
      </>
    }
  >
    {children}
  </Dialog>
);
