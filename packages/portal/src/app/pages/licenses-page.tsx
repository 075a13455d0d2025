import { LicensesPage } from '#portal/features/license-admin/licenses-page.tsx';
import { LicenseDelivery } from '#portal/features/licenses/delivery/license-delivery.tsx';
import { LicenseExpiry } from '#portal/features/licenses/lists/license-expiry.tsx';
import { LicenseStatusBadge } from '#portal/features/licenses/lists/license-status-badge.tsx';

/** The list of licences that staff may see. The details of a licence come from another feature. */
export const ComposedLicensesPage = () => (
  <LicensesPage
    renderStatus={({ status, bridge }) => <LicenseStatusBadge status={status} bridge={bridge} />}
    renderExpiry={(license, now) => <LicenseExpiry license={license} now={now} />}
    renderDelivery={(license) => <LicenseDelivery license={license} />}
  />
);
