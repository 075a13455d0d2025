import { Suspense } from 'react';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { AccountPage } from '#portal/features/account/account-page.tsx';
import { OwnDetails } from '#portal/features/account/own-details.tsx';
import { RequiredSecondFactor } from '#portal/features/second-factor/required-second-factor.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AccountTabs } from '../sections/account-tabs.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

// These cards are below the visible part of the page, so the page does not wait for their scripts.
const OwnEntitlements = createLazyPart(async () => (await import('../sections/own-entitlements.tsx')).OwnEntitlements);
const OwnHelpRequests = createLazyPart(
  async () => (await import('#portal/features/help-requests/own-help-requests.tsx')).OwnHelpRequests,
);
const AbsenceCard = createLazyPart(
  async () => (await import('#portal/features/users/absence/absence-card.tsx')).AbsenceCard,
);
const TerritoryCard = createLazyPart(
  async () => (await import('#portal/features/country-salesmen/coverage/territory-card.tsx')).TerritoryCard,
);
const Preferences = createLazyPart(async () => (await import('#portal/features/account/preferences.tsx')).Preferences);

/** The page My Account with the tools, help requests and preferences, which are separate features. */
export function ComposedAccountPage() {
  const { userId, profileID, mustAct } = useUser();
  if (mustAct) return <RequiredSecondFactor />;
  return (
    <AccountPage tabs={<AccountTabs />} renderedDetails={<OwnDetails />}>
      {findRole(profileID) === 'Salesman' && (
        <OptionalPart>
          <TerritoryCard userId={userId} />
          <AbsenceCard userId={userId} />
        </OptionalPart>
      )}
      <Suspense fallback={<Skeleton height="12rem" />}>
        <OwnEntitlements />
      </Suspense>
      <Suspense>
        <OwnHelpRequests />
      </Suspense>
      <Suspense fallback={<Skeleton height="24rem" />}>
        <Preferences />
      </Suspense>
    </AccountPage>
  );
}
