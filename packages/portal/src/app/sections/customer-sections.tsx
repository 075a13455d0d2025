import { findRole } from '@basics/contract/calls/permissions.ts';
import type { User } from '@basics/contract/users/users.ts';
import type { UserStatus } from '@basics/contract/users/user-lists.ts';
import { OpenHelpRequests } from '#portal/features/help-requests/open-help-requests.tsx';
import { MachinesCard } from '#portal/features/license-admin/seats/machines-card.tsx';
import { ReminderContactCard } from '#portal/features/licenses/contacts/reminder-contact-card.tsx';
import { servesCustomers } from '#portal/features/users/user-format.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { renderLicenseActions } from './user-licenses.tsx';

const AbsenceCard = createLazyPart(
  async () => (await import('#portal/features/users/absence/absence-card.tsx')).AbsenceCard,
);

const TerritoryCard = createLazyPart(
  async () => (await import('#portal/features/country-salesmen/coverage/territory-card.tsx')).TerritoryCard,
);

/** The reasons why a user who is not active can get no licence. */
const reasonsForNoLicence: Partial<Record<UserStatus, string>> = texts.noLicenses;

/** The open help requests and the PCs of a user; of a salesman, first the territory and the absence. */
export const CustomerSections = ({ user: { userId, status, profileID } }: { user: User }) => {
  const isSalesman = findRole(profileID) === 'Salesman';
  return (
    <>
      <OpenHelpRequests userId={userId} />
      {isSalesman && (
        <OptionalPart>
          <TerritoryCard userId={userId} />
          {status === 'active' && <AbsenceCard userId={userId} />}
        </OptionalPart>
      )}
      <MachinesCard
        userId={userId}
        isOnlyWithPcs={servesCustomers(profileID)}
        blockedReason={reasonsForNoLicence[status]}
        renderActions={renderLicenseActions}
      />
    </>
  );
};

/** The second contact of a user, below the contact data. Staff add one only to a customer. */
export const CustomerSideSections = ({ user: { userId, profileID } }: { user: User }) => (
  <ReminderContactCard userId={userId} whenNone={servesCustomers(profileID) ? 'nothing' : 'button'} />
);
