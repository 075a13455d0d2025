import { AskForTool } from '#portal/features/help-requests/ask-for-tool.tsx';
import { CalendarCard } from '#portal/features/licenses/contacts/calendar-card.tsx';
import { Entitlements } from '#portal/features/licenses/lists/entitlements-card.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';

const ReminderContactCard = createLazyPart(
  async () => (await import('#portal/features/licenses/contacts/reminder-contact-card.tsx')).ReminderContactCard,
);

/** The company and the tools of the signed-in user, with a button to ask for a tool whose grant has ended. */
export const OwnEntitlements = () => (
  <Entitlements userId={useUser().userId} renderRequest={(endedTool) => <AskForTool {...endedTool} />} />
);

/** Who else gets the reminders of the signed-in user, and the calendar of expiry dates. */
export const OwnReminders = () => (
  <>
    <OptionalPart>
      <ReminderContactCard userId={useUser().userId} />
    </OptionalPart>
    <CalendarCard />
  </>
);
