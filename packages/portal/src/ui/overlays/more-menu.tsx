import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import type { ButtonVariant } from '../buttons/button.tsx';
import { DialogPlace } from './dialog.tsx';
import styles from './more-menu.module.css';

type MoreMenuProps = { label: string; variant?: ButtonVariant; children: Elements };

/** A button with three dots that shows further actions below each other. A press on an action closes the menu. */
export function MoreMenu({ label, variant = 'quiet', children }: MoreMenuProps) {
  // A dialog inside the menu would disappear together with it, so its place is beside the menu.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <>
      <Popover
        label={label}
        renderTrigger={(triggerProps) => (
          <IconButton
            {...triggerProps}
            label={label}
            variant={variant}
            icon={<Ellipsis aria-hidden="true" />}
            aria-haspopup="dialog"
          />
        )}
      >
        {(_closeProps, close) => (
          // Each action is a button with its own keyboard handling; the press that reaches the list closes the menu.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <div className={styles.actions} onClick={close}>
            <DialogPlace value={place}>{children}</DialogPlace>
          </div>
        )}
      </Popover>
      <div ref={setPlace} className={styles.place} />
    </>
  );
}
