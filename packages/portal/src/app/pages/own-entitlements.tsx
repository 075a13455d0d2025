import { AskForTool } from '#portal/features/help-requests/ask-for-tool.tsx';
import { EntitlementsCard } from '#portal/features/licenses/entitlements-card.tsx';
import { useUser } from '#portal/session/session-context.tsx';

/** What the signed-in user may use, with a way to ask for what has ended, which are separate features. */
export const OwnEntitlements = () => (
  <EntitlementsCard userId={useUser().userId} renderAsk={(ended) => <AskForTool {...ended} />} />
);
