import type { MassAct } from '@basics/contract/calls/bulk.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { fleet } from '@basics/contract/fleet/fleet.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const counts = {
  countedAt: '2026-03-10T11:00:00.000Z',
  tool: 'basics',
  tools: [{ tool: 'basics', name: 'Basics', pcs: 4 }],
  versions: [
    { version: '1.2.0', pcs: 1, ages: [1, 0, 0, 0] },
    { version: '1.0.1', pcs: 3, ages: [1, 0, 0, 2] },
  ],
  countries: [
    { country: 'DE', pcs: 3 },
    { country: '', pcs: 1 },
  ],
  brands: [{ brand: 'blue', name: 'Basics Blue', pcs: 4 }],
};
const releaseNote = {
  releaseId: 4,
  title: 'Faster drawings',
  description: '',
  version: '1.3.0',
  releaseDate: '2026-03-01',
  status: 'published' as const,
  rowVersion: 1,
};
const owners = { languages: [{ language: 'en', owners: 3 }], withoutMail: 1, informed: 2, isMore: false };
const mail = { subject: 'Basics 1.3.0: Faster drawings', text: 'Hello Dina,\n\nLarge drawings.' };
const preview = { ...owners, mail, mailing: null };

const openFleet = (
  answers: (server: FakeServer) => void = () => {},
  at = '/licenses/versions',
  user: { hasNoCountry?: true } = {},
) =>
  openPortal({
    at,
    user: { ...createUser('Salesman'), ...user },
    prepareServer: (server) => {
      server.answer(fleet.versions, () => counts);
      server.answer(releaseNotes.list, () => ({ items: [releaseNote], total: 1, pageNumber: 1, pageSize: 20 }));
      answers(server);
    },
  });

const act: MassAct = {
  actId: 8,
  kind: 'releaseNote',
  change: 'sendNote',
  state: 'running',
  createdAt: '2026-03-10T12:00:00.000Z',
  finishedAt: null,
  of: 3,
  done: 1,
  effects: [{ outcome: 'done', effect: 'sent', takesAway: false, count: 1 }],
  remains: [],
};
const undo = { id: 'act', until: '2026-03-10T12:10:00.000Z' };

test('a salesman without a country reads why no version is listed', async () => {
  await openFleet((server) => server.answer(fleet.versions, () => ({ ...counts, versions: [] })), undefined, {
    hasNoCountry: true,
  });
  await expect.element(page.getByText('No country is assigned to you yet')).toBeVisible();
});

test('in the bar, a wide part shows the name of its version, and a narrow part at an end has the name above it', async () => {
  const versions = [
    { version: '1.2.0', pcs: 1, ages: [1, 0, 0, 0] },
    { version: '1.1.0', pcs: 30, ages: [30, 0, 0, 0] },
    { version: '1.0.1', pcs: 20, ages: [20, 0, 0, 0] },
  ];
  await openFleet((server) => server.answer(fleet.versions, () => ({ ...counts, versions })));
  const parts = page.getByRole('list', { name: 'Versions by number of PCs' }).getByRole('listitem');
  await expect.element(parts.first()).toBeVisible();
  const namesAbove = parts.elements().map((part) => getComputedStyle(part, '::before').content);
  expect(namesAbove).toEqual([expect.stringContaining('1.2.0'), 'none', 'none']);
  expect(parts.elements().map((part) => part.textContent)).toEqual(['', '1.1.0', '1.0.1']);
});

test('staff see how many PCs use each version, and send release notes to the owners of PCs with an old version', async () => {
  const { server, address } = await openFleet((answering) =>
    answering.answer(fleet.sendNote, ({ body }) =>
      body.preview === true || body.toMe === true ? preview : { ...preview, act },
    ),
  );
  server.answer(massActs.get, () => ({ ...act, state: 'done' as const, done: 3, undo }));
  server.answer(massActs.undo, () => ({ ...act, state: 'undone' as const, done: 3 }));
  const table = page.getByRole('table', { name: 'Versions' });
  await expect.element(table).toMatchTextContent(/1\.2\.0.*25%.*1\.0\.1.*75%/);
  await expect.element(page.getByRole('list', { name: 'Countries' })).toMatchTextContent(/Germany.*3.*No country.*1/);
  await expectAccessible();
  await expect.element(page.getByText('4 PCs licensed now or within the last 90 days.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send release notes…' })).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Country' }).selectOptions('DE');
  await expect.poll(address).toBe('/licenses/versions?country=DE');
  const bar = page.getByRole('list', { name: 'Versions by number of PCs' });
  await bar.getByRole('link', { name: '1.0.1: 3 PCs' }).click();
  await expect.poll(address).toBe('/licenses/versions?country=DE&version=1.0.1');
  await bar.getByRole('link', { name: '1.0.1: 3 PCs' }).click();
  await expect.poll(address).toBe('/licenses/versions?country=DE');
  await page.getByRole('checkbox', { name: 'Select 1.0.1' }).click();
  await page.getByRole('button', { name: 'Send release notes…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release notes for customers with 1.0.1' });
  await expect
    .element(dialog)
    .toMatchTextContent(
      /3 customers get an e-mail: English: 3.*1 customer without e-mail.*2 customers got these release notes before/,
    );
  await expectAccessible();
  await expect
    .element(dialog.getByRole('region', { name: 'The e-mail' }))
    .toMatchTextContent(/Hello Dina,.*Large drawings/);
  await dialog.getByRole('button', { name: 'Send to me' }).click();
  await expect.element(dialog.getByText('The e-mail is on the way to you.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to 3 customers' }).click();
  await expect.element(dialog.getByText('3 of 3')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: /^Undo \(until / }).click();
  await expect.element(dialog.getByText('Undone')).toBeVisible();
  const body = { releaseId: 4, tool: 'basics', versions: ['1.0.1'], country: 'DE' };
  expect(server.requests(fleet.sendNote).map((request) => request.body)).toEqual([
    { ...body, preview: true },
    { ...body, toMe: true },
    body,
  ]);
});

test('a release note is offered first if its page has opened the list, goes to all versions if all are selected, and can be stopped', async () => {
  const { server } = await openFleet((answering) => {
    answering.answer(fleet.sendNote, ({ body }) => (body.preview === true ? preview : { ...preview, act }));
    answering.answer(massActs.get, () => act);
    answering.answer(massActs.stop, () => ({ ...act, state: 'stopped' as const, undo }));
  }, '/licenses/versions?note=4');
  await expect.element(page.getByText('Select versions to send release notes to their customers.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Send release notes…' }).click();
  await page.getByRole('button', { name: 'Send to 3 customers' }).click();
  await expect.element(page.getByText('1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText('Stopped')).toBeVisible();
  expect(server.requests(fleet.sendNote).at(-1)?.body).toEqual({ releaseId: 4, tool: 'basics' });
});

test('if the PCs have not been counted yet or no PC has a licence, a message says so and release notes cannot be sent', async () => {
  await openFleet((answering) =>
    answering.answer(fleet.versions, () => ({
      countedAt: null,
      tool: null,
      tools: [],
      versions: [],
      countries: [],
      brands: [],
    })),
  );
  await expect
    .element(page.getByText('The PCs have not been counted yet. The portal counts them within the next hour.'))
    .toBeVisible();
  await expect.element(page.getByText('No PC has a licence.').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send release notes…' })).not.toBeInTheDocument();
});
