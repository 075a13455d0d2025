import { AccountPage } from '#portal/features/account/account-page.tsx';
import { LicensesTable } from '#portal/features/licenses/licenses-table.tsx';
import { useUser } from '#portal/session/session-context.tsx';

/** My Account with one's licences: two rooms that do not know of each other. */
export function Account() {
  const { userId } = useUser();
  return (
    <AccountPage>
      <LicensesTable userId={userId} />
    </AccountPage>
  );
}
