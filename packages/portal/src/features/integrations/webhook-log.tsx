import type { Webhook, WebhookDelivery } from '@basics/contract/integrations/webhooks.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { integrations } from '#portal/texts/integrations.ts';
import { formatExactMoment } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { SidePanel } from '#portal/ui/overlays/side-panel.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { describeFailure, isArrived } from './webhook-attempts.tsx';
import { allWebhooks, createLogQuery, resumeWebhook } from './integrations.queries.ts';
import styles from './integrations.module.css';

const texts = integrations.webhook;

/** The panel with the attempts of a webhook. Each event can be sent again, with all that follow it. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const log = useInfiniteQuery(createLogQuery(webhook.webhookId));
  const { problem, isBusy, attempt } = useAttempt();
  const client = useQueryClient();
  const toasts = useToasts();
  const replay = (eventId: number) =>
    attempt(async () => {
      await resumeWebhook(webhook.webhookId, eventId - 1);
      toasts.done(texts.replayed);
      await client.invalidateQueries(allWebhooks);
    });
  return (
    <SidePanel title={texts.logTitle(new URL(webhook.url).host)} onClose={onClose}>
      <QueryContent query={log} failedTitle={texts.logFailed} loading={<ItemsLoading loadingText={texts.logLoading} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <Stack>
              {problem && <ProblemNotice problem={problem} title={texts.actFailed} />}
              {items.length === 0 ? (
                <p className={styles.facts}>{texts.logEmpty}</p>
              ) : (
                <ItemList>
                  {items.map((delivery) => (
                    <DeliveryRow key={delivery.deliveryId} delivery={delivery} isBusy={isBusy} onReplay={replay} />
                  ))}
                </ItemList>
              )}
              {log.hasNextPage && (
                <div>
                  <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                    {texts.older}
                  </Button>
                </div>
              )}
            </Stack>
          );
        }}
      </QueryContent>
    </SidePanel>
  );
}

type RowProps = { delivery: WebhookDelivery; isBusy: boolean; onReplay: (eventId: number) => unknown };

function DeliveryRow({ delivery, isBusy, onReplay }: RowProps) {
  const { type, at, ms, eventId, status, answer } = delivery;
  const outcome = isArrived(delivery) ? texts.status(status ?? 0) : describeFailure(delivery);
  const facts = [formatExactMoment(at), outcome, texts.took(ms), ...(eventId === null ? [] : [texts.event(eventId)])];
  return (
    <ItemRow
      icon={isArrived(delivery) ? CircleCheck : CircleAlert}
      title={
        <>
          <code translate="no">{type}</code>
          {answer !== '' && (
            <code className={styles.answer} translate="no">
              {answer}
            </code>
          )}
        </>
      }
      facts={facts}
      actions={
        eventId !== null && (
          <Button size="small" busy={isBusy} onClick={() => void onReplay(eventId)}>
            {texts.replay} <VisuallyHidden>{texts.event(eventId)}</VisuallyHidden>
          </Button>
        )
      }
    />
  );
}
