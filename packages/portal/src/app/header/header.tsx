import { Link, useRouter } from '@tanstack/react-router';
import { CirclePlus, Menu as MenuIcon, Search, LogOut, ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BrandLogo, useSetup } from '#portal/brand/brand.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { header as texts, header } from '#portal/texts/header.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { joinClasses, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { IconButton, Button } from '#portal/ui/buttons/button.tsx';
import { subscribeToWideWindow } from '#portal/ui/hooks/use-width.ts';
import { Shortcuts } from '../palette/shortcuts.tsx';
import buttonStyles from '#portal/ui/buttons/button.module.css';
import styles from './header.module.css';
import { useSignOut } from './use-sign-out.ts';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import { Tooltip } from '#portal/ui/popovers/tooltip.tsx';

// The drawer and the menu of the account are loaded after the page, because the page is first shown without them.
const MenuDrawer = createLazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer);
const AccountMenu = createLazyPart(async () => (await import('../layouts/shell-parts.ts')).AccountMenu, {
  isLate: true,
});

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
    <Link
      to="/license/verify"
      title={texts.newLicenceKey}
      data-key="newLicence"
      className={joinClasses(buttonStyles.button, buttonStyles.secondary, styles.newLicence)}
    >
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

function SignOutButton() {
  const signOut = useSignOut();
  const [busy, setBusy] = useState(false);

  function signOutAndLeave(): void {
    setBusy(true);
    void signOut();
  }

  return (
    <Button variant="quiet" busy={busy} icon={<LogOut aria-hidden="true" />} onClick={signOutAndLeave}>
      <span className={styles.words}>{header.signOut}</span>
    </Button>
  );
}

/**
 * The name and e-mail address of the signed-in user: cut off at the specified width, and shown in full on hover and
 * focus. The name opens the account menu.
 */
function UserArea({ onShortcuts }: { onShortcuts: () => void }) {
  const { userFirstName, userLastName, userEmail } = useUser();
  const name = `${userFirstName} ${userLastName}`.trim();
  return (
    <Popover
      label={texts.accountMenu}
      renderTrigger={(triggerProps) => (
        <Tooltip
          whenTruncated
          text={
            <>
              <strong>{name}</strong>
              <br />
              <span>{userEmail}</span>
            </>
          }
        >
          {(anchorProps) => (
            <button type="button" className={styles.area} aria-haspopup="dialog" {...triggerProps} {...anchorProps}>
              <VisuallyHidden>{texts.signedInAs} </VisuallyHidden>
              <span className={styles.name}>{name}</span>
              <ChevronDown aria-hidden="true" />
              <span className={styles.email}>{userEmail}</span>
            </button>
          )}
        </Tooltip>
      )}
    >
      {(_closeProps, close) => (
        <OptionalPart>
          <AccountMenu name={name} email={userEmail} onShortcuts={onShortcuts} onClose={close} />
        </OptionalPart>
      )}
    </Popover>
  );
}
