import { X } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './dialog.module.css';
import { IconButton } from '#portal/ui/buttons/icon-button.tsx';
import { useModal } from './use-modal.ts';
import type { Elements } from '#portal/ui/layout/elements.ts';

type DialogProps = {
  title: string;
  /** Called by Escape, the close button and a press outside the dialog. The caller unmounts the dialog. */
  onClose: () => void;
  children: Elements;
  /** The buttons of the dialog, Cancel first. */
  footer?: ReactNode;
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** Whether the dialog has room for a table. The footer of a wide dialog is always in view. */
  isWide?: boolean;
};

/** A modal dialog, open while mounted. The element with `data-autofocus` gets the focus. */
export function Dialog({ title, onClose, children, footer, role = 'dialog', isWide = false }: DialogProps) {
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
          <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
        </div>
        {children}
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}
