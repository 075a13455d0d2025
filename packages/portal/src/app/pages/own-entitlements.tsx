import { AskForTool } from '#portal/features/help-requests/ask-for-tool.tsx';
import { CalendarCard } from '#portal/features/licenses/calendar-card.tsx';
import { EntitlementsCard } from '#portal/features/licenses/entitlements-card.tsx';
import { useUser } from '#portal/session/session-context.tsx';

/** What the signed-in user may use, with a way to ask for what has ended, and the calendar of what ends when, which are separate features. */
export const OwnEntitlements = () => (
  <>
    <EntitlementsCard userId={useUser().userId} renderRequest={(ended) => <AskForTool {...ended} />} />
    <CalendarCard />
  </>
);
