import { useQuery } from '@tanstack/react-query';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { licenseKit as texts } from '#portal/texts/license-kit.ts';
import { licenses } from '#portal/texts/licenses.ts';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { formatMachine } from '../license-format.tsx';
import { createQrQuery } from '../delivery/license-qr.tsx';
import styles from './license-kit.module.css';

type LargeQrProps = { license: License; onClose: () => void };

/** The QR code of a licence as large as the window, so that the webcam of another PC reads it from this screen. */
export function LargeQr({ license, onClose }: LargeQrProps) {
  const title = texts.large(formatMachine(license.machineName));
  const { data: qr } = useQuery(createQrQuery(license.licenseCode));
  return (
    <Dialog title={title} onClose={onClose}>
      {qr !== undefined && <img src={qr} alt={licenses.result.qrAlternative} className={styles.large} />}
    </Dialog>
  );
}
