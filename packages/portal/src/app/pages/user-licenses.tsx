import type { License } from '@basics/contract/licenses.ts';
import { MachinesCard } from '#portal/features/license-admin/machines-card.tsx';
import { RevokeLicense } from '#portal/features/license-admin/revoke-license.tsx';
import { LicensesTable } from '#portal/features/licenses/licenses-table.tsx';
import { Allowed } from '#portal/session/allowed.tsx';

type UserLicensesProps = { userId: number; /** Why this user gets no licence now. */ shut?: string | undefined };

/** The licences of a user and their PCs, which are separate features. */
export const UserLicenses = ({ userId, shut }: UserLicensesProps) => (
  <>
    <LicensesTable userId={userId} shut={shut} renderDeeds={renderRevoke} />
    <MachinesCard userId={userId} />
  </>
);

/** The action on a licence that only staff have. */
export const renderRevoke = (license: License) =>
  license.status !== 'Revoked' && (
    <Allowed any={['users.edit']}>
      <RevokeLicense license={license} />
    </Allowed>
  );
