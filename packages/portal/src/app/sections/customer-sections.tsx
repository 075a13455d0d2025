import { findRole } from '@basics/contract/calls/permissions.ts';
import type { User, UserStatus } from '@basics/contract/users/users.ts';
import { OpenHelpRequests } from '#portal/features/help-requests/open-help-requests.tsx';
import { MachinesCard } from '#portal/features/license-admin/seats/machines-card.tsx';
import { NewestLicenses } from '#portal/features/licenses/lists/newest-licenses.tsx';
import { ReminderContactCard } from '#portal/features/licenses/contacts/reminder-contact-card.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { renderRevoke } from './user-licenses.tsx';

const AbsenceCard = createLazyPart(
  async () => (await import('#portal/features/users/absence/absence-card.tsx')).AbsenceCard,
);

/** The reasons why a user who is not active can get no licence. */
const reasonsForNoLicence: Partial<Record<UserStatus, string>> = texts.noLicenses;

/** The open help requests, the PCs and the newest licences of a customer, and the absence of a salesman. */
export const CustomerSections = ({ user: { userId, status, profileID } }: { user: User }) => (
  <>
    <OpenHelpRequests userId={userId} />
    <MachinesCard userId={userId} />
    <NewestLicenses userId={userId} blockedReason={reasonsForNoLicence[status]} renderActions={renderRevoke} />
    <ReminderContactCard userId={userId} />
    {status === 'active' && findRole(profileID) === 'Salesman' && (
      <OptionalPart>
        <AbsenceCard userId={userId} />
      </OptionalPart>
    )}
  </>
);
