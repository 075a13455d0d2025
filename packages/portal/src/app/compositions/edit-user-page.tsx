import { lazy, Suspense } from 'react';
import { EditUserPage } from '#portal/features/users/edit-user-page.tsx';
import { Allowed } from '#portal/session/allowed.tsx';
import { Skeleton } from '#portal/ui/skeleton.tsx';

// They stand below the form: its script need not wait for theirs.
const LicensesTable = lazy(async () => ({
  default: (await import('#portal/features/licenses/licenses-table.tsx')).LicensesTable,
}));

/** A user with his licences: two rooms that do not know of each other. */
export const ComposedEditUserPage = () => (
  <EditUserPage
    renderLicenses={({ userId }) => (
      <Allowed any={['license.generate']}>
        <Suspense fallback={<Skeleton height="20rem" />}>
          <LicensesTable userId={userId} />
        </Suspense>
      </Allowed>
    )}
  />
);
