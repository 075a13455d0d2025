import { Link } from '@tanstack/react-router';
import { BrandLogo, useSetup } from '#portal/brand/brand.tsx';
import { header as texts } from '#portal/texts/header.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Shortcuts } from '../palette/shortcuts.tsx';
import styles from './open-layout.module.css';
import { PageFrame } from './page-frame.tsx';
import { QueryCacheProvider } from './query-cache-provider.tsx';
import { ShellLayout } from './shell-layout.tsx';

/** The layout of public pages with content to read: with the menu for signed-in users, else with the brand and a link to sign in. */
export function OpenLayout() {
  const { isAuthenticated } = useSessionState();
  if (isAuthenticated) return <ShellLayout />;
  return (
    <QueryCacheProvider>
      <PageFrame width="reading" header={<SignInLink />} />
      <Shortcuts />
    </QueryCacheProvider>
  );
}

function SignInLink() {
  const { brand } = useSetup();
  return (
    <header className={styles.header} data-chrome>
      <div className={styles.bar}>
        <Link to="/sign-in" className={styles.home ?? ''} aria-label={texts.signInLink(brand.name)}>
          <BrandLogo />
        </Link>
        <LinkButton to="/sign-in">{texts.signIn}</LinkButton>
      </div>
    </header>
  );
}
