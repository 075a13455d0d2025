import { Outlet } from '@tanstack/react-router';
import { ExpiryWarning } from '#portal/features/session/expiry-warning.tsx';
import { useSessionState } from '#portal/session/session-context.tsx';
import { Banners } from './banners.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { ServerState } from './server-state.tsx';
import styles from './shell-layout.module.css';
import { contentId, SkipLink } from './skip-link.tsx';

/** What stands around every page of somebody who is signed in; nothing in the moment between his leaving and the next page. */
export function ShellLayout() {
  const state = useSessionState();
  if (state.status !== 'authenticated') return null;
  return (
    <ServerState key={state.user.userId}>
      <SkipLink />
      <div className={styles.page}>
        <Banners />
        <Header />
        <main id={contentId} className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <div className={styles.foot}>
          <Footer />
        </div>
      </div>
      <ExpiryWarning />
    </ServerState>
  );
}
