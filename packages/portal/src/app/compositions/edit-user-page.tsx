import { LicensesTable } from '#portal/features/licenses/licenses-table.tsx';
import { EditUserPage } from '#portal/features/users/edit-user-page.tsx';
import { Allowed } from '#portal/session/allowed.tsx';

/** A user with his licences: two rooms that do not know of each other. */
export const ComposedEditUserPage = () => (
  <EditUserPage
    renderLicenses={({ userId }) => (
      <Allowed any={['license.generate']}>
        <LicensesTable userId={userId} />
      </Allowed>
    )}
  />
);
