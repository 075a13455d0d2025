import { X } from 'lucide-react';
import { ui as texts } from '#portal/texts/ui.ts';
import styles from './drawer.module.css';
import { IconButton } from '#portal/ui/buttons/icon-button.tsx';
import { useModal } from './use-modal.ts';
import type { Elements } from '#portal/ui/layout/elements.ts';

type DrawerProps = { label: string; onClose: () => void; header?: Elements; children: Elements };

/** A modal panel at the side of the window, open while mounted; Escape and a press outside call `onClose`. */
export function Drawer({ label, onClose, header, children }: DrawerProps) {
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className={styles.drawer} aria-label={label} data-chrome>
      <div className={styles.head}>
        {header}
        <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}
