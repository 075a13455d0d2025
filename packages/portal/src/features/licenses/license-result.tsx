import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { License, LicenseStatus } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { formatDayFromNow, formatDay } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { AnotherCode } from './another-code.tsx';
import { StepWithHelp } from './step-with-help.tsx';
import { formatMachine } from './code-format.ts';
import { DownloadLicense } from './download-license.tsx';
import { FocusedCard } from './focused-card.tsx';
import { LicenseCode } from './license-code.tsx';
import { useLicenseOwner } from './license-owner.ts';
import { createLicenseQuery } from './licenses.queries.ts';
import { useCodeHelp } from './renewal-hint.tsx';
import { SendLicense } from './send-license.tsx';
import styles from './verify-license.module.css';

type LicenseResultProps = {
  license: License;
  /** Whether the licence was already issued before this check. */
  isExisting?: boolean;
  onRestart: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** Shows the licence with its file, its code and the installation steps, or why it is no longer valid. */
export function LicenseResult(props: LicenseResultProps) {
  const { status } = props.license;
  return status === 'Active' ? <UsableLicense {...props} /> : <EndedLicense {...props} status={status} />;
}

function UsableLicense({ license, isExisting = false, ...nextLinks }: LicenseResultProps) {
  const [now] = useState(Date.now);
  const [fileName, setFileName] = useState('<file>');
  const { expiryDate } = license;
  const machine = formatMachine(license.machineName);
  return (
    <div className={styles.stack}>
      <StepWithHelp title={texts.result.next} help={<NextSteps machine={machine} fileName={fileName} />}>
        <FocusedCard
          title={isExisting ? texts.result.title(machine) : texts.result.ready(machine)}
          icon={<ReadyMark />}
          introText={texts.result.validUntil(formatDay(expiryDate), formatDayFromNow(expiryDate, now))}
        >
          {license.bridge === true && <Notice tone="warn" title={texts.bridge.issued} />}
          {isExisting && <Notice tone="info" title={texts.result.existing} />}
          <div className={styles.ways}>
            <div className={styles.way}>
              <DownloadLicense license={license} onSaved={setFileName} />
              <p>{texts.result.fileText}</p>
            </div>
            <SendByMail license={license} />
          </div>
          <LicenseCode license={license} />
        </FocusedCard>
      </StepWithHelp>
      <NextLinks {...nextLinks} />
    </div>
  );
}

function SendByMail({ license }: { license: License }) {
  const { userEmail } = useUser();
  const { isOtherUser } = useLicenseOwner();
  const { data } = useQuery(createLicenseQuery(license));
  return (
    <div className={styles.way}>
      <SendLicense license={data} />
      <p>{isOtherUser ? texts.send.toOwner : texts.send.text(userEmail)}</p>
    </div>
  );
}

/** An animated check mark, which is drawn once. */
const ReadyMark = () => (
  <svg className={styles.mark} viewBox="0 0 40 40" fill="none" aria-hidden="true">
    <circle cx="20" cy="20" r="20" fill="var(--ok-soft)" />
    <path d="m12 20.5 5.5 5.5L28.5 15" pathLength="1" stroke="var(--ok)" strokeWidth="3" strokeLinecap="round" />
  </svg>
);

const NextSteps = ({ machine, fileName }: { machine: string; fileName: string }) => (
  <ol className={styles.steps}>
    <li>{texts.result.bring(machine)}</li>
    <li>
      {texts.result.install} <code translate="no">{texts.result.installCommand(fileName)}</code>
    </li>
    <li>
      {texts.result.check} <code translate="no">basics status</code>
    </li>
  </ol>
);

type EndedProps = LicenseResultProps & { status: Exclude<LicenseStatus, 'Active'> };

function EndedLicense({ license: { expiryDate, machineName }, status, ...nextLinks }: EndedProps) {
  const { title, text } = texts.result.ended[status];
  const help = useCodeHelp();
  return (
    <div className={styles.stack}>
      <StepWithHelp {...help}>
        <FocusedCard title={texts.result.title(formatMachine(machineName))}>
          <Notice tone="warn" title={title}>
            <p>{text(formatDay(expiryDate))}</p>
          </Notice>
        </FocusedCard>
      </StepWithHelp>
      <NextLinks {...nextLinks} isRecommended />
    </div>
  );
}

type NextLinksProps = Pick<LicenseResultProps, 'onRestart' | 'onFiles'> & { isRecommended?: boolean };

function NextLinks({ isRecommended = false, onRestart, onFiles }: NextLinksProps) {
  const { userId, isOtherUser } = useLicenseOwner();
  return (
    <Actions>
      <AnotherCode
        label={isRecommended ? texts.codeCheck.again : texts.result.another}
        isRecommended={isRecommended}
        onRestart={onRestart}
        onFiles={onFiles}
      />
      {isOtherUser ? (
        <LinkButton to={`/users/${userId}`}>{texts.onBehalf.back}</LinkButton>
      ) : (
        <LinkButton to="/account">{texts.result.all}</LinkButton>
      )}
    </Actions>
  );
}
