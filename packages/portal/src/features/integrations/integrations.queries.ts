import type { Body } from '@basics/contract/calls/endpoint.ts';
import { serviceAccounts, type ServiceAccount } from '@basics/contract/integrations/service-accounts.ts';
import { webhooks, type Webhook, type WebhookDelivery } from '@basics/contract/integrations/webhooks.ts';
import { workAccounts } from '@basics/contract/session/work-account.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export type AccountFields = Body<typeof serviceAccounts.create>;

export const allWorkAccounts = queryOptions({
  queryKey: ['integrations', 'workAccounts'],
  queryFn: ({ signal }) => call(workAccounts.list, { signal }),
});

export async function allowPasswords(): Promise<void> {
  await call(workAccounts.allowPasswords);
}

export async function refusePasswords(): Promise<void> {
  await call(workAccounts.refusePasswords);
}

export async function confirmWorkAccount(id: number, until: string): Promise<void> {
  await call(workAccounts.confirm, { params: { id }, body: { until } });
}

export async function disconnectWorkAccount(id: number): Promise<void> {
  await call(workAccounts.disconnect, { params: { id } });
}

export const allAccounts = queryOptions({
  queryKey: ['integrations', 'accounts'],
  queryFn: ({ signal }) => call(serviceAccounts.list, { signal }),
});

export const saveAccount = (account: ServiceAccount | null, body: AccountFields): Promise<ServiceAccount> =>
  account === null
    ? call(serviceAccounts.create, { body })
    : call(serviceAccounts.update, {
        params: { id: account.accountId },
        body: { ...body, version: account.version },
      });

export async function removeAccount(id: number): Promise<void> {
  await call(serviceAccounts.remove, { params: { id } });
}

export const createKey = (id: number, body: Body<typeof serviceAccounts.createKey>) =>
  call(serviceAccounts.createKey, { params: { id }, body });

export async function revokeKey(id: number, keyId: number): Promise<void> {
  await call(serviceAccounts.revokeKey, { params: { id, keyId } });
}

export const allWebhooks = queryOptions({
  queryKey: ['integrations', 'webhooks'],
  queryFn: ({ signal }) => call(webhooks.list, { signal }),
});

/** The attempts of a webhook, the newest first, a page at a time. */
export const createLogQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['integrations', 'webhooks', id],
    queryFn: ({ pageParam: before, signal }) =>
      call(webhooks.deliveries, { params: { id }, query: { limit: 50, ...(before !== 0 && { before }) }, signal }),
    // No attempt has the id 0.
    initialPageParam: 0,
    getNextPageParam: ({ items, more }) => (more ? items.at(-1)?.deliveryId : undefined),
  });

export type WebhookFields = Body<typeof webhooks.create>;

/** Saves a webhook. Returns the secret of a new one; null for one that exists. */
export async function saveWebhook(webhook: Webhook | null, body: WebhookFields): Promise<string | null> {
  if (webhook === null) return (await call(webhooks.create, { body })).secret;
  const { url, types } = body;
  await call(webhooks.update, { params: { id: webhook.webhookId }, body: { url, types, version: webhook.version } });
  return null;
}

/** Gives a webhook a new secret and returns it. */
export const changeSecret = async (id: number): Promise<string> =>
  (await call(webhooks.changeSecret, { params: { id } })).secret;

export async function pauseWebhook(id: number): Promise<void> {
  await call(webhooks.pause, { params: { id } });
}

/** Lets a webhook send, after the event `after` if it is given. */
export async function resumeWebhook(id: number, after?: number): Promise<void> {
  await call(webhooks.resume, { params: { id }, body: after === undefined ? {} : { after } });
}

export const testWebhook = (id: number): Promise<WebhookDelivery> => call(webhooks.test, { params: { id } });

export async function removeWebhook(id: number): Promise<void> {
  await call(webhooks.remove, { params: { id } });
}
