import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { orders, type Order } from '@basics/contract/integrations/orders.ts';
import { serviceAccounts, type ServiceAccount } from '@basics/contract/integrations/service-accounts.ts';
import { webhooks, type Webhook } from '@basics/contract/integrations/webhooks.ts';
import type { FakeServer } from '../fake-server.ts';

const owner = { userId: 4, name: 'Astrid Nyland' };

export const serviceKey: ServiceAccount['keys'][number] = {
  keyId: 7,
  name: 'production',
  prefix: 'bpk_4mT7Qz1c',
  createdAt: '2026-06-30T12:00:00.000Z',
  expiresAt: '2027-06-30T12:00:00.000Z',
  lastUsed: { day: '2026-03-09', network: '192.0.2.7' },
};

/** Creates a service account with one key, by default the account of a shop in Germany. */
export const createServiceAccount = (change: Partial<ServiceAccount> = {}): ServiceAccount => ({
  accountId: 1,
  name: 'Shop',
  purpose: 'Takes orders',
  owner,
  refused: null,
  permissions: ['users.view'],
  lostPermissions: [],
  countries: ['DE'],
  brands: ['blue'],
  networks: [],
  keys: [serviceKey],
  version: 1,
  ...change,
});

const brokenAccount = createServiceAccount({
  accountId: 2,
  name: 'Warehouse',
  purpose: '',
  refused: 'ownerInactive',
  lostPermissions: ['users.view'],
  countries: null,
  brands: null,
  keys: [],
});

const owners: Reply<typeof serviceAccounts.list>['owners'] = [{ ...owner, permissions: ['users.view', 'users.edit'] }];

const createAttempt = (deliveryId: number, status: number): Webhook['recent'][number] => ({
  deliveryId,
  at: '2026-03-09T06:12:00.000Z',
  type: 'license.issued',
  eventId: 1_048_576 * deliveryId,
  status,
  failure: null,
  ms: 80 + (deliveryId % 9),
});

/** Creates a webhook with 50 attempts of which one failed, by default to a shop. */
export const createWebhook = (change: Partial<Webhook> = {}): Webhook => ({
  webhookId: 1,
  account: { accountId: 1, name: 'Shop' },
  url: 'https://shop.example.com/in',
  types: [],
  state: 'active',
  failingSince: null,
  nextAttemptAt: null,
  lastEvent: 52_428_800,
  waiting: 0,
  publicKey: `whpk_${'A'.repeat(43)}=`,
  recent: Array.from({ length: 50 }, (_, at) => createAttempt(at + 1, at === 7 ? 500 : 204)),
  version: 1,
  ...change,
});

const stoppedWebhook = createWebhook({
  webhookId: 2,
  url: 'https://orders.example.com:8443/a/long/address/of/hooks/for/the/portal',
  types: ['license.issued', 'license.revoked'],
  state: 'failed',
  failingSince: '2026-03-07T06:12:00.000Z',
  waiting: 37,
  recent: Array.from({ length: 50 }, (_, at) => createAttempt(at + 1, at > 28 ? 502 : 204)),
});

/** Answers the call for the webhooks: by default one that arrives, and one that has stopped. */
export const answerWebhooks = (server: FakeServer, items = [createWebhook(), stoppedWebhook]): void =>
  server.answer(webhooks.list, (): Reply<typeof webhooks.list> => ({ items }));

/** Answers the calls of the page: by default a shop, a warehouse whose owner has left, and the webhooks of `answerWebhooks`. */
export function answerServiceAccounts(server: FakeServer, items = [createServiceAccount(), brokenAccount]): void {
  answerOrders(server);
  server.answer(serviceAccounts.list, (): Reply<typeof serviceAccounts.list> => ({
    items,
    owners,
    brands: [{ id: 'blue', name: 'Basics Blue' }],
  }));
  answerWebhooks(server);
}

/** Creates an order of a shop for a customer, with one line. */
export const createOrder = (change: Partial<Order> = {}): Order => ({
  orderId: 1,
  source: 'shop',
  externalId: 'A-1',
  userId: 101,
  customer: { userId: 101, name: 'Grace Hopper', login: 'grace.hopper@harbour.example' },
  company: null,
  created: true,
  invitation: 'sent',
  lines: [
    {
      line: '10',
      tool: 'basics',
      brand: 'blue',
      addOns: [],
      pcs: 3,
      validFrom: null,
      validTo: '2026-12-31',
      state: 'valid',
    },
  ],
  note: '',
  createdAt: '2026-03-09T12:00:00.000Z',
  changedAt: '2026-03-09T12:00:00.000Z',
  ...change,
});

/** Answers the search for orders with the given ones, by default with none. */
export const answerOrders = (server: FakeServer, ...items: Order[]): void =>
  server.answer(orders.search, ({ body: { pageNumber, pageSize } }) => ({
    items: items.slice(0, pageSize),
    total: items.length,
    pageNumber,
    pageSize,
  }));
