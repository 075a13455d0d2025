import { Fragment, useId, useRef, useState } from 'react';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { LicenseQr } from './license-qr.tsx';
import styles from '../verify-license.module.css';
import { Maximize, Printer } from 'lucide-react';
import { LargeQr, LicenseKit } from '../kit/license-kit.tsx';

/**
 * Shows the licence code in four columns, with the same line breaks as in print, and as a QR code beside it. The line
 * breaks come from the style sheet, so the copied or selected text is one line.
 */
export function LicenseCode({ license }: { license: License }) {
  const code = license.licenseCode;
  const id = useId();
  const codeElement = useRef<HTMLElement>(null);
  return (
    <section className={styles.codePart} aria-labelledby={id}>
      <div className={styles.part}>
        <h3 id={id}>{texts.result.code}</h3>
        <p>{texts.result.codeText}</p>
        <code translate="no" ref={codeElement} className={styles.code}>
          {code.split('-').map((group, index, groups) => (
            <Fragment key={`${index}${group}`}>
              <span>{group}</span>
              {index < groups.length - 1 && <i>-</i>}
              {index > 0 && <wbr />}
            </Fragment>
          ))}
        </code>
        <Actions>
          <CopyButton text={code} selects={codeElement} label={texts.copy.code} failure={texts.copy.failed} />
          <KitActions license={license} />
        </Actions>
      </div>
      <LicenseQr code={code} />
    </section>
  );
}

/** The buttons that transfer a licence to a PC without a network: print the licence, or show a large QR code to the webcam of the PC. */
export function KitActions({ license }: { license: License }) {
  const [openPart, setOpenPart] = useState<'kit' | 'qr'>();
  const closePart = (): void => setOpenPart(undefined);
  return (
    <>
      <Button variant="quiet" icon={<Printer aria-hidden="true" />} onClick={() => setOpenPart('kit')}>
        {texts.result.print}
      </Button>
      <Button variant="quiet" icon={<Maximize aria-hidden="true" />} onClick={() => setOpenPart('qr')}>
        {texts.result.largeQr}
      </Button>
      {openPart === 'kit' && <LicenseKit license={license} onPrinted={closePart} />}
      {openPart === 'qr' && <LargeQr license={license} onClose={closePart} />}
    </>
  );
}
