import { ExpiryWarning } from '#portal/features/session/expiry-warning.tsx';
import { useSessionState } from '#portal/session/session-context.tsx';
import { OptionalPart } from '#portal/loading/lazy-part.tsx';
import { FullPageLoader } from '#portal/ui/feedback/full-page-loader.tsx';
import { Shortcuts } from '../palette/shortcuts.tsx';
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
      <PageFrame width="working" header={<Header />} />
      <ExpiryWarning />
      <OptionalPart>
        <Shortcuts />
      </OptionalPart>
    </ServerState>
  );
}
