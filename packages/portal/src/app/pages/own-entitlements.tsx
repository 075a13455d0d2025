import { AskForTool } from '#portal/features/help-requests/ask-for-tool.tsx';
import { CalendarCard } from '#portal/features/licenses/calendar-card.tsx';
import { EntitlementsCard } from '#portal/features/licenses/entitlements-card.tsx';
import { useUser } from '#portal/session/session-context.tsx';

/** The tools of the signed-in user, with a button to ask for tools that have ended, and the calendar of expiry dates. */
export const OwnEntitlements = () => (
  <>
    <EntitlementsCard userId={useUser().userId} renderRequest={(endedTool) => <AskForTool {...endedTool} />} />
    <CalendarCard />
  </>
);
