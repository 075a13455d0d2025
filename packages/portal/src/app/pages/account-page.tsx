import { Suspense } from 'react';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { AccountPage } from '#portal/features/account/account-page.tsx';
import { OwnMail, OwnPhone } from '#portal/features/account/own-details.tsx';
import { RequiredSecondFactor } from '#portal/features/second-factor/required-second-factor.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AccountTabs } from '../sections/account-tabs.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

// These cards are below the visible part of the page, so the page does not wait for their scripts.
const OwnEntitlements = createLazyPart(async () => (await import('../sections/own-entitlements.tsx')).OwnEntitlements);
const OwnReminders = createLazyPart(async () => (await import('../sections/own-entitlements.tsx')).OwnReminders);
const OwnHelpRequests = createLazyPart(
  async () => (await import('#portal/features/help-requests/own-help-requests.tsx')).OwnHelpRequests,
);
const SalesmanWork = createLazyPart(async () => (await import('../sections/salesman-work.tsx')).SalesmanWork);
const Preferences = createLazyPart(async () => (await import('#portal/features/account/preferences.tsx')).Preferences);

/** The page My Account with the tools, reminders, preferences and help requests, which are separate features; of a salesman, first the work. */
export function ComposedAccountPage() {
  const { userId, profileID, mustAct } = useUser();
  if (mustAct) return <RequiredSecondFactor />;
  if (findRole(profileID) !== 'Salesman') return <Account />;
  return (
    <OptionalPart placeholder={<WaitingAccount />} fallback={<Account />}>
      <SalesmanWork userId={userId} placeholder={<WaitingAccount />}>
        {(work) => <Account first={work} />}
      </SalesmanWork>
    </OptionalPart>
  );
}

const WaitingAccount = () => (
  <AccountPage tabs={<AccountTabs />} isWaiting>
    <Skeleton height="60rem" />
  </AccountPage>
);

const Account = ({ first }: { first?: Elements }) => (
  <AccountPage
    tabs={<AccountTabs />}
    first={first}
    details={
      <>
        <OwnPhone />
        <Suspense fallback={<Skeleton height="9rem" />}>
          <OwnEntitlements />
        </Suspense>
      </>
    }
    reminders={
      <>
        <OwnMail />
        <Suspense fallback={<Skeleton height="14rem" />}>
          <OwnReminders />
        </Suspense>
      </>
    }
  >
    <Suspense fallback={<Skeleton height="24rem" />}>
      <Preferences />
    </Suspense>
    <Suspense>
      <OwnHelpRequests />
    </Suspense>
  </AccountPage>
);
