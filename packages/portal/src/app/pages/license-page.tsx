import { LicenseRenewal } from '#portal/features/license-admin/renew/license-renewal.tsx';
import { LicensePage } from '#portal/features/licenses/page/license-page.tsx';
import { LateDownloads } from '../sections/late-downloads.tsx';

/** The page of one licence, with its renewal and the files of the tools, which are other features. */
export const ComposedLicensePage = () => (
  <>
    <LicensePage renderRenewal={(overview) => <LicenseRenewal key={overview.licenseId} overview={overview} />} />
    <LateDownloads />
  </>
);
