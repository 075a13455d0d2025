import { MachinesCard } from '#portal/features/license-admin/machines-card.tsx';
import { RevokeLicense } from '#portal/features/license-admin/revoke-license.tsx';
import { LicensesTable } from '#portal/features/licenses/licenses-table.tsx';
import { Allowed } from '#portal/session/allowed.tsx';

type UserLicensesProps = { userId: number; /** Why nothing is issued to him now. */ shut?: string | undefined };

/** A user's licences and the PCs that they are on: two rooms that do not know of each other. */
export const UserLicenses = ({ userId, shut }: UserLicensesProps) => (
  <>
    <LicensesTable
      userId={userId}
      shut={shut}
      renderDeeds={(license) =>
        license.status !== 'Revoked' && (
          <Allowed any={['users.edit']}>
            <RevokeLicense license={license} />
          </Allowed>
        )
      }
    />
    <MachinesCard userId={userId} />
  </>
);
