import { LicensesPage } from '#portal/features/license-admin/licenses-page.tsx';
import { LicenseDelivery } from '#portal/features/licenses/delivery/license-delivery.tsx';
import { LicenseExpiry, LicenseStatusBadge } from '#portal/features/licenses/license-format.tsx';

/** The list of licences that staff may see. The details of a licence come from another feature. */
export const ComposedLicensesPage = () => (
  <LicensesPage
    renderStatus={({ status, bridge }) => <LicenseStatusBadge status={status} bridge={bridge} />}
    renderExpiry={(license, now) => <LicenseExpiry license={license} now={now} />}
    renderDelivery={(license, isSecond) => <LicenseDelivery license={license} isSecond={isSecond} />}
  />
);
