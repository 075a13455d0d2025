import { useState } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/messages/en/licenses.ts';
import { dayFromNowWords, dayWords } from '#portal/messages/times.ts';
import { LinkButton } from '#portal/ui/link-button.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import { AnotherCode } from './another-code.tsx';
import { machineWords } from './code-words.ts';
import { DownloadLicense } from './download-license.tsx';
import { FocusedCard } from './focused-card.tsx';
import { LicenseCode } from './license-code.tsx';
import styles from './verify-license.module.css';

type LicenseResultProps = {
  license: License;
  /** Whether the code had brought it before. */
  isExisting?: boolean;
  onAgain: () => void;
  onFile: (file: File) => void;
};

/** The licence in hand: file, code, and how it gets into Basics. */
export function LicenseResult({ license, isExisting = false, onAgain, onFile }: LicenseResultProps) {
  const { status } = license;
  return (
    <div className={styles.stack}>
      <FocusedCard title={(isExisting ? texts.result.title : texts.result.ready)(machineWords(license.machineName))}>
        {status === 'Active' ? (
          <Usable license={license} isExisting={isExisting} />
        ) : (
          <Notice tone="warn" title={texts.result.existing}>
            <p>{texts.result.ended[status](dayWords(license.expiryDate))}</p>
          </Notice>
        )}
      </FocusedCard>
      <div className={styles.actions}>
        <AnotherCode label={texts.result.another} isNext={status !== 'Active'} onAgain={onAgain} onFile={onFile} />
        <LinkButton to="/account">{texts.result.all}</LinkButton>
      </div>
    </div>
  );
}

function Usable({ license, isExisting }: { license: License; isExisting: boolean }) {
  const [now] = useState(Date.now);
  const [fileName, setFileName] = useState('<file>');
  const { expiryDate } = license;
  return (
    <>
      <Notice tone="ok" {...(isExisting && { title: texts.result.existing })}>
        <p>{texts.result.validUntil(dayWords(expiryDate), dayFromNowWords(expiryDate, now))}</p>
      </Notice>
      <section className={styles.part}>
        <h3>{texts.result.file}</h3>
        <p>{texts.result.fileText}</p>
        <DownloadLicense license={license} onSaved={setFileName} />
      </section>
      <section className={styles.part}>
        <h3>{texts.result.code}</h3>
        <p>{texts.result.codeText}</p>
        <LicenseCode code={license.licenseCode} />
      </section>
      <section className={styles.part}>
        <h3>{texts.result.next}</h3>
        <ol className={styles.steps}>
          <li>{texts.result.bring(machineWords(license.machineName))}</li>
          <li>
            {texts.result.install} <code>{texts.result.installCommand(fileName)}</code>
          </li>
          <li>
            {texts.result.check} <code>basics status</code>
          </li>
        </ol>
      </section>
    </>
  );
}
