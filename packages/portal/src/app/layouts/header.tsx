import { Link, useRouter } from '@tanstack/react-router';
import { CirclePlus, Menu as MenuIcon, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BrandLogo } from '#portal/brand/brand-logo.tsx';
import { useSetup } from '#portal/brand/brand.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { header as texts } from '#portal/texts/header.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { IconButton } from '#portal/ui/layout/icon-button.tsx';
import { subscribeToWideWindow } from '#portal/ui/layout/use-wide-window.ts';
import { Shortcuts } from '../palette/shortcuts.tsx';
import buttonStyles from '#portal/ui/layout/button.module.css';
import styles from './header.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { UserArea } from './user-area.tsx';

// The drawer is loaded after the page, because the page is first shown without it.
const MenuDrawer = createLazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer);

/**
 * The header of a page: the brand, the button that opens the drawer (in a window narrower than 768 px), the search, the
 * link for a new licence, the signed-in user, and the button to sign out. The header stays visible while the page scrolls.
 */
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
        <Shortcuts>
          {({ openSearch, openHelp }) => (
            <>
              <SearchButton onClick={openSearch} />
              <NewLicenceLink />
              <div className={styles.account}>
                <UserArea onShortcuts={openHelp} />
                <SignOutButton />
              </div>
            </>
          )}
        </Shortcuts>
      </div>
      {isOpen && (
        <OptionalPart>
          <MenuDrawer homeLink={<HomeLink />} newLicenceLink={<NewLicenceLink />} onClose={() => setOpen(false)} />
        </OptionalPart>
      )}
    </header>
  );
}

/** The button that opens the search. If there is space, the button has the shape of a search field. */
const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className={styles.search} aria-keyshortcuts="Control+K" title={texts.search} onClick={onClick}>
    <Search aria-hidden="true" />
    <span className={styles.words}>{texts.search}</span>
    <kbd translate="no" aria-hidden="true">
      Ctrl K
    </kbd>
  </button>
);

/** The link for staff who issue licences. Their menu has no entry "Get a licence", because they do not have the permission `license.menu`. */
function NewLicenceLink() {
  const { permissions, mustAct } = useUser();
  if (mustAct || permissions.includes('license.menu') || !permissions.includes('license.generate')) return null;
  return (
    <Link to="/license/verify" className={joinClasses(buttonStyles.button, buttonStyles.secondary, styles.newLicence)}>
      <CirclePlus aria-hidden="true" />
      <span>{texts.newLicence}</span>
    </Link>
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

/**
 * The state of the drawer. The drawer stays open until the user closes it, the page changes, or the window becomes wide enough for the
 * sidebar.
 */
function useDrawer(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => setOpen(false)), [router]);
  useEffect(() => subscribeToWideWindow(() => setOpen(false)), []);
  return [isOpen, setOpen];
}
