import type { License } from '@basics/contract/licenses/licenses.ts';
import { RevokeLicense } from '#portal/features/license-admin/revoke-license.tsx';
import { LicenseMenuItems } from '#portal/features/licenses/delivery/license-delivery.tsx';
import { LicensesTable } from '#portal/features/licenses/lists/licenses-table.tsx';
import { Allowed } from '#portal/session/session-context.tsx';

type UserLicensesProps = {
  userId: number;
  /** The reason why this user can get no licence now. */
  closedReason?: string | undefined;
};

/** The licences of a user; their PCs are on the page of the user. */
export const UserLicenses = ({ userId, closedReason }: UserLicensesProps) => (
  <LicensesTable userId={userId} blockedReason={closedReason} renderActions={renderRevoke} />
);

/** Renders what staff can do with the licence of a PC. */
export const renderLicenseActions = (license: License) => (
  <>
    <LicenseMenuItems license={license} />
    {renderRevoke(license)}
  </>
);

/** Renders the button to revoke a licence, which only staff have. */
const renderRevoke = (license: License) =>
  license.status !== 'Revoked' && (
    <Allowed any={['users.edit']}>
      <RevokeLicense license={license} />
    </Allowed>
  );
