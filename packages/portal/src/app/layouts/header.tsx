import { Link, useRouter } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BrandLogo } from '#portal/brand/brand-logo.tsx';
import { useSetup } from '#portal/brand/brand.tsx';
import { header as texts } from '#portal/texts/header.ts';
import { Drawer } from '#portal/ui/overlays/drawer.tsx';
import { IconButton } from '#portal/ui/layout/icon-button.tsx';
import { Menu } from '../menu.tsx';
import styles from './header.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { UserArea } from './user-area.tsx';

/** Brand, menu (a drawer below 768 px), the signed-in user, and the button to sign out. */
export function Header() {
  const [isOpen, setOpen] = useDrawer();
  return (
    <header className={styles.header} data-chrome>
      <div className={styles.bar}>
        <div className={styles.menuButton}>
          <IconButton
            label={texts.openMenu}
            icon={<MenuIcon aria-hidden="true" />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
          />
        </div>
        <div className={styles.homeInBar}>
          <HomeLink compact />
        </div>
        <div className={styles.menu}>
          <Menu />
        </div>
        <div className={styles.account}>
          <UserArea />
          <SignOutButton />
        </div>
      </div>
      {isOpen && (
        <Drawer label={texts.menu} head={<HomeLink />} onClose={() => setOpen(false)}>
          <Menu inDrawer />
        </Drawer>
      )}
    </header>
  );
}

function HomeLink({ compact = false }: { compact?: boolean }) {
  const { brand } = useSetup();
  return (
    <Link to="/" className={styles.home ?? ''} aria-label={texts.homeLink(brand.name)}>
      <BrandLogo compact={compact} />
    </Link>
  );
}

/** Stays open until it is closed, the page changes, or the window becomes wide enough for the menu itself. */
function useDrawer(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => setOpen(false)), [router]);
  useEffect(() => {
    const wide = matchMedia('(min-width: 768px)');
    const close = (): void => setOpen(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return [isOpen, setOpen];
}
