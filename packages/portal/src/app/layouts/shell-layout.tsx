import { ExpiryWarning } from '#portal/features/session/expiry-warning.tsx';
import { useSessionState } from '#portal/session/session-context.tsx';
import { FullPageLoader } from '#portal/ui/feedback/full-page-loader.tsx';
import { Menu } from '../menu.tsx';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { PageFrame } from './page-frame.tsx';
import { ServerState } from './server-state.tsx';

/** The frame of every page for signed-in users. After the session has ended it shows a loader until the next page is ready. */
export function ShellLayout() {
  const { user } = useSessionState();
  if (user === null)
    return (
      <>
        <Banners />
        <FullPageLoader />
      </>
    );
  return (
    <ServerState key={user.userId}>
      <PageFrame width="working" header={<Header />} side={<Menu />} />
      <ExpiryWarning />
    </ServerState>
  );
}
