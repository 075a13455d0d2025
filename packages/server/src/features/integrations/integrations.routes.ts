import { changedRecords } from '@basics/contract/integrations/changed-records.ts';
import { integrationEvents } from '@basics/contract/integrations/events.ts';
import { orders } from '@basics/contract/integrations/orders.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { webhooks } from '@basics/contract/integrations/webhooks.ts';
import { openToOrigin } from '#server/platform/http/methods-and-origins.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { applyOrder } from './orders/apply-order.ts';
import { readOrder, searchOrders } from './orders/list-orders.ts';
import { listEvents } from './list-events.ts';
import { listAccounts } from './list-accounts.ts';
import {
  listChangedCompanies,
  listChangedLicenses,
  listChangedMachines,
  listChangedUsers,
} from './list-changed-records.ts';
import { listDeliveries, listWebhooks } from './webhooks/list-webhooks.ts';
import type { PostMessage } from './webhooks/post-message.ts';
import { findPublicKeys } from './webhooks/webhooks.repository.ts';
import {
  changeWebhook,
  changeWebhookSecret,
  createWebhook,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  testWebhook,
} from './webhooks/write-webhooks.ts';
import { changeAccount, createAccount, createAccountKey, removeAccount, revokeAccountKey } from './write-accounts.ts';

export function integrationsRoutes(
  router: Router,
  needs: { post: PostMessage; isUrl: (url: string) => boolean },
): void {
  mount(router, integrationEvents.events, (call) => listEvents(call, call.query));
  mount(router, changedRecords.changedUsers, (call) => listChangedUsers(call, call.query));
  mount(router, changedRecords.changedCompanies, (call) => listChangedCompanies(call, call.query));
  mount(router, changedRecords.changedLicenses, (call) => listChangedLicenses(call, call.query));
  mount(router, changedRecords.changedMachines, (call) => listChangedMachines(call, call.query));
  mount(router, orders.put, (call) => applyOrder(call, call.params, call.body));
  mount(router, orders.read, (call) => readOrder(call, call.params));
  mount(router, orders.search, (call) => searchOrders(call, call.body));
  mount(router, serviceAccounts.list, listAccounts);
  mount(router, serviceAccounts.create, (call) => createAccount(call, call.body));
  mount(router, serviceAccounts.update, (call) => changeAccount(call, call.params.id, call.body));
  mount(router, serviceAccounts.remove, (call) => removeAccount(call, call.params.id));
  mount(router, serviceAccounts.createKey, (call) => createAccountKey(call, call.params.id, call.body));
  mount(router, serviceAccounts.revokeKey, (call) => revokeAccountKey(call, call.params));
  mount(router, webhooks.list, listWebhooks);
  mount(router, webhooks.create, (call) => createWebhook({ ...call, ...needs }, call.body));
  mount(router, webhooks.update, (call) => changeWebhook({ ...call, ...needs }, call.params.id, call.body));
  mount(router, webhooks.pause, (call) => pauseWebhook(call, call.params.id));
  mount(router, webhooks.resume, (call) => resumeWebhook(call, call.params.id, call.body));
  mount(router, webhooks.test, (call) => testWebhook({ ...call, ...needs }, call.params.id));
  mount(router, webhooks.changeSecret, (call) => changeWebhookSecret(call, call.params.id));
  mount(router, webhooks.deliveries, (call) => listDeliveries(call, call.params.id, call.query));
  mount(router, webhooks.remove, (call) => removeWebhook(call, call.params.id));
  // The well-known path (RFC 8615) is outside the API, because the keys are public and their format never changes.
  router.http.get('/.well-known/basics-webhook-keys', async (_, reply) =>
    openToOrigin(reply, '*')
      .header('cache-control', 'public, max-age=300')
      .send({ keys: await findPublicKeys(router.parts.database.kysely) }),
  );
}
