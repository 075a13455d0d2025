import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { createLicenseQuery, storeLicense, sendLicense, downloadLicense } from '../licenses.queries.ts';
import { useRef } from 'react';
import styles from '../verify-license.module.css';
import { Mail, RotateCw, Download } from 'lucide-react';
import { failureAsToast } from '#portal/api/query-client.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { session } from '#portal/texts/session.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import { saveFile } from '#portal/ui/files/save-file.ts';

type LicenseDeliveryProps = {
  license: License;
  isInRow?: boolean;
  /** Whether something else is the next step, so that no button here is filled. */
  isSecond?: boolean;
};

/**
 * The buttons that deliver a licence: as a file and, while the licence is valid, by e-mail, with the state of the
 * e-mail.
 */
export function LicenseDelivery({ license, isInRow = false, isSecond = false }: LicenseDeliveryProps) {
  const { data } = useQuery(createLicenseQuery(license));
  return (
    <div className={styles.delivery}>
      <DownloadLicense license={license} {...{ isInRow, isSecond }} />
      {license.status === 'Active' && <SendLicense license={data} isInRow={isInRow} />}
    </div>
  );
}

type SendLicenseProps = {
  /** The licence in its current state. The parent component reloads the licence while the e-mail is being delivered. */
  license: License;
  /** Whether the button is shown in a row of a list: then it is small and names the PC for screen readers. */
  isInRow?: boolean;
};

/**
 * A button that sends the licence to its owner by e-mail, with the state of the e-mail. After a failure, an error is shown beside the
 * button, and a click on the button tries again.
 */
function SendLicense({ license, isInRow = false }: SendLicenseProps) {
  const client = useQueryClient();
  const sendMutation = useMutation({
    mutationFn: () => sendLicense(license),
    onSuccess: (sentLicense) => storeLicense(client, sentLicense),
  });
  const { mail } = license;
  const label = mail === 'none' ? texts.send.action : texts.send.again;
  return (
    <div className={styles.send}>
      {mail !== 'queued' && (
        <Button
          variant={isInRow && mail === 'sent' ? 'quiet' : 'secondary'}
          icon={
            sendMutation.isError || mail === 'failed' ? <RotateCw aria-hidden="true" /> : <Mail aria-hidden="true" />
          }
          busy={sendMutation.isPending}
          onClick={() => sendMutation.mutate()}
        >
          <span>{isInRow && mail === 'none' ? texts.send.short : label}</span>{' '}
          {isInRow && <VisuallyHidden>{texts.send.fileOf(license.machineName)}</VisuallyHidden>}
        </Button>
      )}
      <MailState mail={mail} isInRow={isInRow} />
      {sendMutation.error && (
        <p className={styles.sendFailed} role="alert">
          <span>{`${texts.send.failed}.`}</span>{' '}
          {sendMutation.error instanceof ApiProblem && <span>{sendMutation.error.message}</span>}
        </p>
      )}
    </div>
  );
}

const tones: Record<Exclude<License['mail'], 'none'>, Tone> = {
  queued: 'neutral',
  sent: 'ok',
  failed: 'danger',
};

type LicenseActionsProps = {
  license: License;
  /** The actions of another feature. */ children?: Elements;
};

/**
 * The actions of a licence in a list: the buttons that copy the code and save the file, and a menu with the e-mail and the actions of another feature. A licence
 * that is no longer valid is neither saved nor sent: its PC does not accept it.
 */
export function LicenseActions({ license, children }: LicenseActionsProps) {
  const { machineName, mail, status } = license;
  const isActive = status === 'Active';
  return (
    <>
      <div className={styles.rowActions}>
        {isActive && <CopyCode code={license.licenseCode} />}
        {isActive && <DownloadLicense license={license} isInRow />}
        {((isActive && mail !== 'queued') || children) && (
          <MoreMenu label={texts.more(machineName)}>
            {isActive && mail !== 'queued' && <SendFromMenu license={license} />}
            {children}
          </MoreMenu>
        )}
      </div>
      {isActive && <MailState mail={mail} isInRow />}
    </>
  );
}

/** Copies a code, which is in the row but not shown, so that it can be selected if the browser denies the clipboard. */
function CopyCode({ code }: { code: string }) {
  const codeElement = useRef<HTMLSpanElement>(null);
  return (
    <>
      <VisuallyHidden ref={codeElement} aria-hidden="true" translate="no">
        {code}
      </VisuallyHidden>
      <CopyButton text={code} selects={codeElement} label={texts.copy.short} failure={texts.copy.failed} size="small" />
    </>
  );
}

/** Saves and sends a licence from the menu of its PC. A failure is shown as a toast, because the menu closes at once. */
export function LicenseMenuItems({ license }: { license: License }) {
  const { mutate } = useMutation({
    mutationFn: () => downloadLicense(license),
    onSuccess: saveFile,
    meta: failureAsToast,
  });
  if (license.status !== 'Active') return null;
  return (
    <>
      <Button variant="quiet" icon={<Download aria-hidden="true" />} onClick={() => mutate()}>
        <span>{texts.download.short}</span>{' '}
        <VisuallyHidden>{texts.download.fileOf(license.machineName)}</VisuallyHidden>
      </Button>
      {license.mail !== 'queued' && <SendFromMenu license={license} />}
    </>
  );
}

/** Sends a licence from a menu, which closes at once, so a failure is shown as a toast. */
function SendFromMenu({ license }: { license: License }) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => sendLicense(license),
    onSuccess: (sentLicense) => storeLicense(client, sentLicense),
    meta: failureAsToast,
  });
  return (
    <Button variant="quiet" icon={<Mail aria-hidden="true" />} onClick={() => mutate()}>
      <span>{license.mail === 'none' ? texts.send.short : texts.send.again}</span>{' '}
      <VisuallyHidden>{texts.send.fileOf(license.machineName)}</VisuallyHidden>
    </Button>
  );
}

function MailState({ mail, isInRow }: { mail: License['mail']; isInRow: boolean }) {
  const { setup } = useSetup();
  return (
    <output className={styles.state}>
      {mail !== 'none' && <StatusBadge tone={tones[mail]}>{texts.send.states[mail]}</StatusBadge>}
      {!isInRow && mail !== 'none' && (
        <span>{setup.demo && mail === 'queued' ? session.demoMail : texts.send.next[mail]}</span>
      )}
      {isInRow && mail === 'failed' && <span>{texts.send.rowNext}</span>}
    </output>
  );
}

type DownloadLicenseProps = {
  license: License;
  /** Whether the button is shown in a row of a list: then it is small and names the PC for screen readers. */
  isInRow?: boolean;
  /** Whether something else is the next step. */ isSecond?: boolean;
  onSaved?: (fileName: string) => void;
};

/**
 * A button that saves the licence file under the name from the server. A failure is shown beside the button, and the
 * next click tries again.
 */
export function DownloadLicense({ license, isInRow = false, isSecond = false, onSaved }: DownloadLicenseProps) {
  const fileDownload = useMutation({
    mutationFn: () => downloadLicense(license),
    onSuccess: (file) => {
      saveFile(file);
      onSaved?.(file.name);
    },
  });
  const label = isInRow ? texts.download.short : texts.download.action;
  return (
    <div className={styles.download}>
      <Button
        variant={isSecond || isInRow ? 'secondary' : 'primary'}
        size={isInRow ? 'small' : undefined}
        icon={fileDownload.isError ? <RotateCw aria-hidden="true" /> : <Download aria-hidden="true" />}
        busy={fileDownload.isPending}
        onClick={() => fileDownload.mutate()}
      >
        <span>{fileDownload.isError ? texts.download.retry : label}</span>{' '}
        {isInRow && <VisuallyHidden>{texts.download.fileOf(license.machineName)}</VisuallyHidden>}
      </Button>
      <output className={styles.outcome}>
        {fileDownload.isPending && <VisuallyHidden>{texts.download.busy}</VisuallyHidden>}
        {fileDownload.isSuccess && <span>{texts.download.done(fileDownload.data.name)}</span>}
      </output>
      {fileDownload.isError && (
        <p className={styles.failed} role="alert">
          {texts.download.failed}
        </p>
      )}
    </div>
  );
}
