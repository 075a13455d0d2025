import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { printCheckedLines } from '@basics/licensing/text/line-check.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { licenseKit as texts } from '#portal/texts/license-kit.ts';
import { licenses } from '#portal/texts/licenses.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { formatMachine } from '../license-format.tsx';
import { createQrQuery } from '../delivery/license-qr.tsx';
import styles from './license-kit.module.css';

type LicenseKitProps = { license: License; onPrinted: () => void };

/**
 * The printed page with the licence of a PC: QR code, lines with check characters, and installation steps. The style
 * sheet hides this page on the screen.
 */
export function LicenseKit({ license, onPrinted }: LicenseKitProps) {
  const { data: qr, isPending } = useQuery(createQrQuery(license.licenseCode));
  const { brand } = useSetup();
  const handlePrinted = useEffectEvent(onPrinted);
  useEffect(() => {
    if (isPending) return;
    window.print();
    handlePrinted();
  }, [isPending]);
  const machine = formatMachine(license.machineName);
  return createPortal(
    <article className={styles.kit}>
      <h1>{texts.title(machine)}</h1>
      <FactRows>
        <FactRow name={texts.facts.until}>{formatDay(license.expiryDate)}</FactRow>
        <FactRow name={texts.facts.licence}>{license.licenseId}</FactRow>
        <FactRow name={texts.facts.portal}>{brand.name}</FactRow>
      </FactRows>
      {qr !== undefined && <img src={qr} alt="" />}
      <ol>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h2>{texts.lines}</h2>
      <ol className={styles.lines} translate="no">
        {printCheckedLines(license.licenseCode).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <p>{texts.check}</p>
    </article>,
    document.body,
  );
}

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
