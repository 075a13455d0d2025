import { LicensesPage } from '#portal/features/license-admin/licenses-page.tsx';
import { LicenseCarriers } from '#portal/features/licenses/license-carriers.tsx';
import { LicenseExpiry } from '#portal/features/licenses/license-expiry.tsx';
import { LicenseStatusBadge } from '#portal/features/licenses/license-status-badge.tsx';

/** The licences of everybody in scope: the list of one room, with what the other shows of a licence. */
export const ComposedLicensesPage = () => (
  <LicensesPage
    renderStatus={({ status }) => <LicenseStatusBadge status={status} />}
    renderExpiry={(license, now) => <LicenseExpiry license={license} now={now} />}
    renderCarriers={(license) => <LicenseCarriers license={license} />}
  />
);
