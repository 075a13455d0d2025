import type { Webhook, WebhookDelivery } from '@basics/contract/integrations/webhooks.ts';
import { integrations } from '#portal/texts/integrations.ts';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import styles from './integrations.module.css';

const texts = integrations.webhook;

/** The last attempts as a strip: a failed one is half as high, so that colour alone does not tell it. */
export function Attempts({ webhook: { recent } }: { webhook: Webhook }) {
  if (recent.length === 0) return <p className={styles.facts}>{texts.noAttempts}</p>;
  const arrived = recent.filter(isArrived);
  const ms = Math.round(recent.reduce((sum, attempt) => sum + attempt.ms, 0) / recent.length);
  return (
    <div className={styles.attempts}>
      <VisuallyHidden>{texts.strip(recent.length, arrived.length)}</VisuallyHidden>
      <span className={styles.strip} aria-hidden="true">
        {recent.map((attempt) => (
          <i key={attempt.deliveryId} data-failed={!isArrived(attempt)} />
        ))}
      </span>
      <span className={styles.facts}>{texts.summary(arrived.length, recent.length, ms)}</span>
    </div>
  );
}

export const isArrived = ({ status }: Pick<WebhookDelivery, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** What came of an attempt that failed, as the end of a sentence. */
export const describeFailure = ({ status, failure }: Pick<WebhookDelivery, 'status' | 'failure'>): string =>
  failure === null ? texts.answered(status ?? 0) : texts.failures[failure];
