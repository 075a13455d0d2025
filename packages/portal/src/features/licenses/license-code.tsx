import { QrCode } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { LicenseQr } from './license-qr.tsx';
import styles from './verify-license.module.css';

/**
 * Shows the licence code on lines of four groups, as in print. Only CSS breaks the lines: the copied or
 * selected text is one line.
 */
export function LicenseCode({ code }: { code: string }) {
  const shown = useRef<HTMLElement>(null);
  const [hasQr, setHasQr] = useState(false);
  return (
    <>
      <code ref={shown} className={styles.code}>
        {code.split('-').map((group, at, groups) => (
          <Fragment key={`${at}${group}`}>
            {group}
            {at < groups.length - 1 && '-'}
            {at > 0 && <wbr />}
          </Fragment>
        ))}
      </code>
      <Actions>
        <CopyButton text={code} selects={shown} label={texts.copy.code} failure={texts.copy.failed} />
        <Button
          variant="quiet"
          icon={<QrCode aria-hidden="true" />}
          aria-expanded={hasQr}
          onClick={() => setHasQr(!hasQr)}
        >
          {hasQr ? texts.result.hideQr : texts.result.showQr}
        </Button>
      </Actions>
      {hasQr && <LicenseQr code={code} />}
    </>
  );
}
