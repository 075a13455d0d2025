import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useSessionState } from '#portal/session/session-context.tsx';
import { FullPageLoader } from '#portal/ui/feedback/full-page-loader.tsx';
import { Menu } from '../menu.tsx';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { PageFrame } from './page-frame.tsx';
import { ServerState } from './server-state.tsx';

/** Loaded directly after the page, so that it is there when the session is about to end. */
const ExpiryWarning = createLazyPart(
  async () => (await import('#portal/features/session/expiry-warning.tsx')).ExpiryWarning,
);

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
      <OptionalPart>
        <ExpiryWarning />
      </OptionalPart>
    </ServerState>
  );
}
