import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail, RotateCw } from 'lucide-react';
import type { License } from '@basics/contract/licenses.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { session } from '#portal/texts/session.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { storeLicense, sendLicense } from './licenses.queries.ts';
import styles from './send-license.module.css';

type SendLicenseProps = {
  /** The current state: the parent component reloads it while the e-mail is being delivered. */
  license: License;
  /** In a list: a small button, with the name of the PC for screen readers. */
  isInRow?: boolean;
};

/** Sends the licence to its owner by e-mail and shows the state; a failure is shown beside the button, which retries. */
export function SendLicense({ license, isInRow = false }: SendLicenseProps) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => sendLicense(license),
    onSuccess: (sent) => storeLicense(client, sent),
  });
  const { mail } = license;
  const { setup } = useSetup();
  const label = mail === 'none' ? texts.send.action : texts.send.again;
  return (
    <div className={styles.send}>
      {mail !== 'queued' && (
        <Button
          variant={isInRow && mail === 'sent' ? 'quiet' : 'secondary'}
          icon={sending.isError || mail === 'failed' ? <RotateCw aria-hidden="true" /> : <Mail aria-hidden="true" />}
          busy={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {isInRow && mail === 'none' ? texts.send.short : label}
          {isInRow && <VisuallyHidden>{texts.send.fileOf(license.machineName)}</VisuallyHidden>}
        </Button>
      )}
      <output className={styles.state}>
        {mail !== 'none' && <StatusBadge tone={looks[mail]}>{texts.send.states[mail]}</StatusBadge>}
        {!isInRow && mail !== 'none' && (
          <span>{setup.demo && mail === 'queued' ? session.demoMail : texts.send.next[mail]}</span>
        )}
        {isInRow && mail === 'failed' && <span>{texts.send.rowNext}</span>}
      </output>
      {sending.error && (
        <p className={styles.failed} role="alert">
          {texts.send.failed}. {sending.error instanceof ApiProblem && sending.error.message}
        </p>
      )}
    </div>
  );
}

const looks: Record<Exclude<License['mail'], 'none'>, Tone> = {
  queued: 'neutral',
  sent: 'ok',
  failed: 'danger',
};
