import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import type { ButtonVariant } from '../buttons/button.tsx';
import { DialogPlace } from './dialog.tsx';
import styles from './more-menu.module.css';

type MoreMenuProps = {
  label: string;
  /** Whether the button shows its label instead of the three dots. */
  isNamed?: boolean;
  variant?: ButtonVariant;
  children: Elements;
};

/** A button, usually with three dots, that shows further actions below each other. A press on an action closes the menu. */
export function MoreMenu({ label, isNamed = false, variant = 'quiet', children }: MoreMenuProps) {
  // A dialog inside the menu would disappear together with it, so its place is beside the menu.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <>
      <Popover
        label={label}
        renderTrigger={(triggerProps) => {
          const props = {
            ...triggerProps,
            variant,
            icon: <Ellipsis aria-hidden="true" />,
            'aria-haspopup': 'dialog',
          } as const;
          return isNamed ? <Button {...props}>{label}</Button> : <IconButton {...props} label={label} />;
        }}
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
