import { Fragment, useId, useRef } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { KitActions } from './kit/kit-actions.tsx';
import { LicenseQr } from './license-qr.tsx';
import styles from './verify-license.module.css';

/**
 * Shows the licence code in four columns, on the same lines as in print, and as a QR code beside it. Only CSS breaks the lines: the copied
 * or selected text is one line.
 */
export function LicenseCode({ license }: { license: License }) {
  const code = license.licenseCode;
  const id = useId();
  const shown = useRef<HTMLElement>(null);
  return (
    <section className={styles.carried} aria-labelledby={id}>
      <div className={styles.part}>
        <h3 id={id}>{texts.result.code}</h3>
        <p>{texts.result.codeText}</p>
        <code ref={shown} className={styles.code}>
          {code.split('-').map((group, at, groups) => (
            <Fragment key={`${at}${group}`}>
              {group}
              {at < groups.length - 1 && <i>-</i>}
              {at > 0 && <wbr />}
            </Fragment>
          ))}
        </code>
        <Actions>
          <CopyButton text={code} selects={shown} label={texts.copy.code} failure={texts.copy.failed} />
          <KitActions license={license} />
        </Actions>
      </div>
      <LicenseQr code={code} />
    </section>
  );
}
