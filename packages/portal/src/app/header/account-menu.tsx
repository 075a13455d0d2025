import { Link } from '@tanstack/react-router';
import { Keyboard, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { footer } from '#portal/texts/footer.ts';
import { header as texts } from '#portal/texts/header.ts';
import { shell } from '#portal/texts/shell.ts';
import styles from './account-menu.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

type AccountMenuProps = { name: string; email: string; onShortcuts: () => void; onClose: () => void };

/**
 * The account menu: the full name and e-mail address, My Account, the shortcuts and the theme. The header has the button to sign out.
 */
export function AccountMenu({ name, email, onShortcuts, onClose }: AccountMenuProps) {
  const firstEntry = useRef<HTMLAnchorElement>(null);
  // If the panel was opened before this script was loaded, the first entry gets the focus now. If the panel is closed,
  // its entries cannot get the focus.
  useEffect(() => firstEntry.current?.focus(), []);
  return (
    <div className={styles.menu}>
      <p className={styles.person}>
        <strong>{name}</strong>
        <span>{email}</span>
      </p>
      <Link ref={firstEntry} to="/account" className={styles.entry ?? ''} onClick={onClose}>
        <UserRound aria-hidden="true" />
        {shell.items.account}
      </Link>
      <button
        type="button"
        className={styles.entry}
        onClick={() => {
          onClose();
          onShortcuts();
        }}
      >
        <Keyboard aria-hidden="true" />
        {texts.shortcuts}
        <kbd translate="no" aria-hidden="true">
          ?
        </kbd>
      </button>
      <div className={styles.theme}>
        <span aria-hidden="true">{footer.theme}</span>
        <ThemeSwitch />
      </div>
    </div>
  );
}
