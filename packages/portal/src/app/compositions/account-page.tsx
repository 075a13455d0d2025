import { AccountPage } from '#portal/features/account/account-page.tsx';
import { LicensesTable } from '#portal/features/licenses/licenses-table.tsx';
import { OwnSessions } from '#portal/features/session/own-sessions.tsx';
import { SecondFactorFirst } from '#portal/features/second-factor/second-factor-first.tsx';
import { TwoStep } from '#portal/features/second-factor/two-step.tsx';
import { ChangePassword } from '#portal/features/session/change-password.tsx';
import { useUser } from '#portal/session/session-context.tsx';

/** My Account with one's licences and the ways in: rooms that do not know of each other. */
export function ComposedAccountPage() {
  const { userId, mustAct } = useUser();
  if (mustAct) return <SecondFactorFirst />;
  return (
    <AccountPage>
      <LicensesTable userId={userId} />
      <ChangePassword />
      <TwoStep />
      <OwnSessions />
    </AccountPage>
  );
}
