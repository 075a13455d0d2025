import { webhooks } from '@basics/contract/integrations/webhooks.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerServiceAccounts, answerWebhooks, createWebhook } from '#portal/testing/records/integrations.ts';
import { createUser } from '#portal/testing/records/people.ts';

const openPage = (prepareServer: (server: FakeServer) => void = (server) => answerServiceAccounts(server)) =>
  openPortal({ at: '/admin/integrations', user: createUser('Administrator'), prepareServer });

const locateWebhook = (url: RegExp) => page.getByRole('region', { name: url });
const shop = /shop\.example\.com/;
const orders = /orders\.example\.com/;

test('each webhook shows its last attempts, and one that stopped says why and how many events wait', async () => {
  const { server } = await openPage();
  await expect.element(locateWebhook(shop)).toMatchTextContent(/Shop · all events.*Active.*49 of 50 arrived · 8\d ms/);
  await expect.element(locateWebhook(shop).getByText(/49 arrived, 1 failed/)).toBeInTheDocument();
  await expect
    .element(locateWebhook(orders))
    .toMatchTextContent(/license\.issued and license\.revoked.*Stopped.*it answers 502.*37 events wait/);
  await expectAccessible();
  server.answer(webhooks.resume, () => createWebhook());
  await locateWebhook(orders)
    .getByRole('button', { name: /Send them now/ })
    .click();
  await expect.element(page.getByText('The webhook sends again')).toBeVisible();
  expect(server.requests(webhooks.resume)).toMatchObject([{ params: { id: 2 }, body: {} }]);
  server.answer(webhooks.pause, () => createWebhook({ state: 'paused' }));
  await locateWebhook(shop).getByRole('button', { name: /Pause/ }).click();
  await expect.element(page.getByText('The webhook is paused. Its events wait.')).toBeVisible();
});

test('an administrator adds a webhook, whose secret is shown once, sends a test, and deletes it; a failure can be tried again', async () => {
  const { server } = await openPage((fakeServer) => {
    answerServiceAccounts(fakeServer);
    fakeServer.answer(webhooks.list, () => createRefusal('INTERNAL'));
  });
  await expect.element(page.getByText('Failed to fetch webhooks')).toBeVisible();
  answerWebhooks(server, []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/No webhooks\./)).toBeVisible();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const panel = page.getByRole('dialog', { name: 'Add webhook' });
  await panel.getByLabelText('Service account').selectOptions('Shop');
  await panel.getByLabelText('Address').fill('http://shop.example.com');
  await panel.getByLabelText('license.issued').click();
  await expectAccessible();
  server.answer(webhooks.create, () => createRefusal('INVALID', { fields: { url: 'Enter an https address.' } }));
  await panel.getByRole('button', { name: 'Add webhook' }).click();
  await expect.element(panel.getByText('Enter an https address.')).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(panel.getByLabelText('Address')).toHaveValue('http://shop.example.com');
  const secret = `whsec_${'b'.repeat(44)}`;
  server.answer(webhooks.create, () => ({ ...createWebhook(), secret }));
  answerWebhooks(server, [createWebhook()]);
  await panel.getByLabelText('Address').fill('https://shop.example.com/in');
  await panel.getByRole('button', { name: 'Add webhook' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Copy the secret now' }).getByText(secret)).toBeVisible();
  expect(server.requests(webhooks.create).at(-1)).toMatchObject({
    body: { accountId: 1, url: 'https://shop.example.com/in', types: ['license.issued'] },
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText(secret)).not.toBeInTheDocument();

  const attempt = { deliveryId: 9, at: '2026-03-10T12:00:00.000Z', type: 'webhook.test', eventId: null, ms: 15_000 };
  server.answer(webhooks.test, () => ({ ...attempt, status: null, failure: 'timeout' as const, answer: 'TIMEOUT' }));
  await locateWebhook(shop)
    .getByRole('button', { name: /Send a test/ })
    .click();
  await expect.element(page.getByText(/The test did not arrive: it does not answer within 15 seconds/)).toBeVisible();

  await locateWebhook(shop).getByRole('button', { name: /Edit/ }).click();
  await expect.element(page.getByLabelText('Address')).toHaveValue('https://shop.example.com/in');
  server.answer(webhooks.changeSecret, () => ({ ...createWebhook(), secret: `whsec_${'c'.repeat(44)}` }));
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
  await expect.element(page.getByText(/whsec_c{44}/)).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await locateWebhook(shop).getByRole('button', { name: /Edit/ }).click();
  server.answer(webhooks.remove, () => undefined);
  answerWebhooks(server, []);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect.element(page.getByText('The webhook was deleted')).toBeVisible();
});

test('the log shows the answers, a page at a time, and sends all events from one on again', async () => {
  const { server } = await openPage();
  const attempt = { at: '2026-03-10T12:00:00.000Z', type: 'license.issued', failure: null, ms: 84 };
  server.answer(webhooks.deliveries, ({ query }) =>
    query.before === undefined
      ? { items: [{ ...attempt, deliveryId: 9, eventId: 901, status: 502, answer: 'Bad gateway' }], more: true }
      : { items: [{ ...attempt, deliveryId: 3, eventId: 301, status: 204, answer: '' }], more: false },
  );
  await locateWebhook(orders).getByRole('button', { name: /Log/ }).click();
  const log = page.getByRole('dialog', { name: /Log of orders/ });
  await expect.element(log).toMatchTextContent(/license\.issued.*Bad gateway.*it answers 502 · 84 ms · event 901/);
  await expectAccessible();
  await log.getByRole('button', { name: 'Older attempts' }).click();
  await expect.element(log).toMatchTextContent(/answer 204 · 84 ms · event 301/);
  server.answer(webhooks.resume, () => createWebhook());
  await log.getByRole('button', { name: /Send again from here event 301/ }).click();
  await expect.element(page.getByText('This event and all later ones are sent again')).toBeVisible();
  expect(server.requests(webhooks.resume)).toMatchObject([{ body: { after: 300 } }]);
});
