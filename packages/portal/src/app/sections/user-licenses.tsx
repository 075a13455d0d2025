import { Suspense } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { RevokeLicense } from '#portal/features/license-admin/revoke-license.tsx';
import { LicensesTable } from '#portal/features/licenses/lists/licenses-table.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';

// The PCs are below the list of licences, so the page does not wait for their script.
const MachinesCard = createLazyPart(
  async () => (await import('#portal/features/license-admin/seats/machines-card.tsx')).MachinesCard,
);

type UserLicensesProps = {
  userId: number;
  /** The reason why this user can get no licence now. */
  closedReason?: string | undefined;
};

/** The licences of a user and their PCs, which are separate features. */
export const UserLicenses = ({ userId, closedReason }: UserLicensesProps) => (
  <>
    <LicensesTable userId={userId} blockedReason={closedReason} renderActions={renderRevoke} />
    <Suspense fallback={<Skeleton height="12rem" />}>
      <MachinesCard userId={userId} />
    </Suspense>
  </>
);

/** Renders the button to revoke a licence, which only staff have. */
export const renderRevoke = (license: License) =>
  license.status !== 'Revoked' && (
    <Allowed any={['users.edit']}>
      <RevokeLicense license={license} />
    </Allowed>
  );
