import { useQuery } from '@tanstack/react-query';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { DownloadLicense } from './download-license.tsx';
import { createLicenseQuery } from '../licenses.queries.ts';
import styles from '../lists/licenses-table.module.css';
import { SendLicense } from '../contacts/send-license.tsx';

/**
 * The buttons that deliver a licence: as a file and, while the licence is valid, by e-mail, with the state of the
 * e-mail.
 */
export function LicenseDelivery({ license, isInRow = false }: { license: License; isInRow?: boolean }) {
  const { data } = useQuery(createLicenseQuery(license));
  return (
    <div className={styles.delivery}>
      <DownloadLicense license={license} isInRow={isInRow} />
      {license.status === 'Active' && <SendLicense license={data} isInRow={isInRow} />}
    </div>
  );
}
