import { LicenseRenewal } from '#portal/features/license-admin/renew/license-renewal.tsx';
import { LicensePage } from '#portal/features/licenses/page/license-page.tsx';

/** The page of one licence, with its renewal, which is another feature. */
export const ComposedLicensePage = () => (
  <LicensePage renderRenewal={(overview) => <LicenseRenewal key={overview.licenseId} overview={overview} />} />
);
