import type { ServiceAccount } from '@basics/contract/integrations/service-accounts.ts';
import type { Webhook } from '@basics/contract/integrations/webhooks.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, Pencil, Play, Plus, ScrollText, Send, Webhook as WebhookIcon } from 'lucide-react';
import { useId } from 'react';
import { integrations } from '#portal/texts/integrations.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { Notice, QueryContent } from '#portal/ui/feedback/notice.tsx';
import { CardStack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { allWebhooks, pauseWebhook, resumeWebhook, testWebhook } from './integrations.queries.ts';
import { Attempts, describeFailure, isArrived } from './webhook-attempts.tsx';
import styles from './integrations.module.css';

const WebhookLog = createLazyPart(async () => (await import('./webhook-log.tsx')).WebhookLog);
const WebhookPanel = createLazyPart(async () => (await import('./webhook-panel.tsx')).WebhookPanel);

const texts = integrations.webhook;

/** Which panel of the section is open: the form of a new webhook, the form of one, or the log of one. */
export type OpenWebhook = { form: 'new' } | { form: number } | { log: number } | null;
type SectionProps = { accounts: readonly ServiceAccount[]; opened: OpenWebhook; onOpen: (opened: OpenWebhook) => void };

/** The webhooks, by which the portal sends events to other systems. */
export function WebhooksSection({ accounts, opened, onOpen }: SectionProps) {
  const id = useId();
  const query = useQuery(allWebhooks);
  const findOpen = (webhookId: number) => query.data?.items.find((item) => item.webhookId === webhookId);
  const edited = opened && 'form' in opened && opened.form !== 'new' ? findOpen(opened.form) : undefined;
  const logged = opened && 'log' in opened ? findOpen(opened.log) : undefined;
  const close = (): void => onOpen(null);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id}>{texts.title}</h2>
        </div>
        <Button icon={<Plus aria-hidden="true" />} onClick={() => onOpen({ form: 'new' })}>
          {texts.add}
        </Button>
      </div>
      <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.facts}>{texts.none}</p>
          ) : (
            <CardStack>
              {items.map((webhook) => (
                <WebhookCard key={webhook.webhookId} webhook={webhook} onOpen={onOpen} />
              ))}
            </CardStack>
          )
        }
      </QueryContent>
      <OptionalPart>
        {(edited ?? (opened && 'form' in opened && opened.form === 'new')) && (
          <WebhookPanel webhook={edited ?? null} accounts={accounts} onClose={close} />
        )}
        {logged && <WebhookLog webhook={logged} onClose={close} />}
      </OptionalPart>
    </section>
  );
}

const tones: Record<Webhook['state'], Tone> = { active: 'ok', paused: 'neutral', failed: 'danger', ended: 'warn' };

type CardProps = { webhook: Webhook; onOpen: (opened: OpenWebhook) => void };

/** One webhook with its last attempts, and what failed. */
function WebhookCard({ webhook, onOpen }: CardProps) {
  const { webhookId, url, types, state, account, failingSince, waiting } = webhook;
  const acts = useWebhookActs(webhook);
  const { problem, isBusy } = acts;
  const name = <VisuallyHidden>{url}</VisuallyHidden>;
  const isFailing = failingSince !== null && state === 'active';
  const events = types.length === 0 ? texts.allEvents : texts.someEvents(types);
  return (
    <section className={styles.account} aria-label={url}>
      <div className={styles.head}>
        <WebhookIcon aria-hidden="true" className={styles.icon} />
        <div className={styles.words}>
          <h3 translate="no">{url}</h3>
          <p className={styles.facts}>{[account.name, events].join(' · ')}</p>
        </div>
        <StatusBadge tone={isFailing ? 'warn' : tones[state]}>
          {isFailing ? texts.failing : texts.states[state]}
        </StatusBadge>
      </div>
      <Attempts webhook={webhook} />
      {problem && <ProblemNotice problem={problem} title={texts.actFailed} />}
      {(failingSince !== null || waiting > 0) && (
        <Notice
          tone={state === 'paused' ? 'info' : 'warn'}
          actions={
            <Button size="small" busy={isBusy} onClick={() => void acts.resume()}>
              {texts.sendWaiting} {name}
            </Button>
          }
        >
          <p>{describeWaiting(webhook)}</p>
        </Notice>
      )}
      <div className={styles.acts}>
        <Button size="small" icon={<Send aria-hidden="true" />} busy={isBusy} onClick={() => void acts.test()}>
          {texts.test} {name}
        </Button>
        {state === 'active' ? (
          <Button size="small" icon={<Pause aria-hidden="true" />} busy={isBusy} onClick={() => void acts.pause()}>
            {texts.pause} {name}
          </Button>
        ) : (
          <Button size="small" icon={<Play aria-hidden="true" />} busy={isBusy} onClick={() => void acts.resume()}>
            {texts.resume} {name}
          </Button>
        )}
        <Button size="small" icon={<ScrollText aria-hidden="true" />} onClick={() => onOpen({ log: webhookId })}>
          {texts.log} {name}
        </Button>
        <Button size="small" icon={<Pencil aria-hidden="true" />} onClick={() => onOpen({ form: webhookId })}>
          {texts.edit} {name}
        </Button>
      </div>
    </section>
  );
}

/** Says since when and why a webhook fails, how many events wait, and when the next attempt is. */
function describeWaiting({ state, failingSince, recent, waiting, nextAttemptAt }: Webhook): string {
  const last = recent.at(-1);
  return [
    ...(failingSince !== null && last ? [texts.since(formatShortMoment(failingSince), describeFailure(last))] : []),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
    ...(state === 'active' && nextAttemptAt !== null ? [texts.nextAttempt(formatShortMoment(nextAttemptAt))] : []),
  ].join(' ');
}

/** The acts of a webhook. Each reads the webhooks again. */
function useWebhookActs({ webhookId }: Webhook) {
  const { problem, isBusy, attempt } = useAttempt();
  const client = useQueryClient();
  const toasts = useToasts();
  const run = (act: () => Promise<void>, done: string) =>
    attempt(async () => {
      await act();
      toasts.done(done);
      await client.invalidateQueries(allWebhooks);
    });
  return {
    problem,
    isBusy,
    pause: () => run(() => pauseWebhook(webhookId), texts.paused),
    resume: () => run(() => resumeWebhook(webhookId), texts.resumed),
    test: () =>
      attempt(async () => {
        const delivery = await testWebhook(webhookId);
        if (isArrived(delivery)) toasts.done(texts.tested(delivery.status ?? 0));
        else toasts.problem(texts.testFailed(describeFailure(delivery)));
        await client.invalidateQueries(allWebhooks);
      }),
  };
}
