import { ExpiryWarning } from '#portal/features/session/expiry-warning.tsx';
import { useSessionState } from '#portal/session/session-context.tsx';
import { Shortcuts } from '../palette/shortcuts.tsx';
import { Header } from './header.tsx';
import { PageFrame } from './page-frame.tsx';
import { ServerState } from './server-state.tsx';

/** What stands around every page of somebody who is signed in; nothing in the moment between his leaving and the next page. */
export function ShellLayout() {
  const { user } = useSessionState();
  if (user === null) return null;
  return (
    <ServerState key={user.userId}>
      <PageFrame width="working" header={<Header />} />
      <ExpiryWarning />
      <Shortcuts />
    </ServerState>
  );
}
