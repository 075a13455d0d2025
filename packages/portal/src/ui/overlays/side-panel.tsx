import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import styles from './side-panel.module.css';
import { isLinkTo } from '#portal/ui/filters/search-state.ts';
import { useModal } from './modal.ts';
import { joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';

export type SidePanelProps = {
  title: string;
  /** Called by Escape, the close button and a press outside the panel and its list. The caller unmounts the panel. */
  onClose: () => void;
  children: ReactNode;
  /** The buttons, always visible. */
  footer?: ReactNode;
  /** Whether the panel has only text, so that it covers little of the page. */
  isNarrow?: boolean;
};

/**
 * The details of a record beside its list: a modal panel at the side of the window, open while mounted. The list stays readable, and a press
 * on another row opens its record.
 */
export function SidePanel({ title, onClose, children, footer, isNarrow = false }: SidePanelProps) {
  const id = useId();
  const router = useRouter();
  const modal = useModal(onClose, (point) => {
    const link = findRowLink(point, router.latestLocation.href);
    return link ? link.click() : onClose();
  });
  return (
    <dialog
      {...modal}
      className={joinClasses(styles.panel, isNarrow && styles.narrow)}
      aria-labelledby={id}
      data-chrome
      data-side-panel
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}

/**
 * Returns the link that opens the row at this point, if the panel shows the record of another row. While a modal panel is open, the browser
 * finds no element outside it by a point.
 */
function findRowLink({ clientX, clientY }: { clientX: number; clientY: number }, address: string) {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr:not([inert], dialog tr)')];
  const isOpen = (row: HTMLElement): boolean => [...row.querySelectorAll('a')].some(isLinkTo(address));
  const pressed = rows.find((row) => {
    const { top, bottom, left, right } = row.getBoundingClientRect();
    return top <= clientY && clientY < bottom && left <= clientX && clientX < right;
  });
  return pressed && !isOpen(pressed) && rows.some(isOpen) ? pressed.querySelector<HTMLElement>('a[href]') : null;
}

/** The details of a record beside its list, in the page: no veil, and the list stays in use. The list has the buttons to leave it. */
export function InlinePanel({ title, children, footer }: SidePanelProps) {
  const id = useId();
  return (
    <article className={styles.inline} aria-labelledby={id}>
      <div className={styles.inlineHead}>
        <h2 id={id}>{title}</h2>
      </div>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </article>
  );
}

type DrawerProps = { label: string; onClose: () => void; header?: Elements; children: Elements };

/** A modal panel at the side of the window, open while mounted; Escape and a press outside call `onClose`. */
export function Drawer({ label, onClose, header, children }: DrawerProps) {
  const modal = useModal(onClose);
  return (
    <dialog {...modal} className={styles.drawer} aria-label={label} data-chrome>
      <div className={styles.drawerHead}>
        {header}
        <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}
