import { status, type StatusReport } from '@basics/contract/status/status.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { statusReport } from '#portal/testing/records/status.ts';

const openStatus = (prepareServer: (server: FakeServer) => void) =>
  openPortal({ at: '/status', user: createUser('Administrator'), prepareServer });

test('a portal without a problem is one line, which opens to backups, e-mails, disks, clock, database, jobs, processes and keys', async () => {
  const { screen } = await openStatus((server) => server.answer(status.get, () => statusReport));
  const locateCard = (name: string) => screen.getByRole('region', { name });
  await screen
    .getByText('Backups, e-mails, disks, clock, database, jobs, processes and keys: all right', { exact: true })
    .click();
  await expect
    .element(locateCard('Backups'))
    .toMatchTextContent(/3 hours ago.*123.5 MB.*portal-2027-03-14.*2 hours ago.*Every 6 hours, 28 backups kept/);
  await expect.element(locateCard('E-mails')).toMatchTextContent(/2.*2 minutes ago.*0/);
  await expect.element(locateCard('Disks')).toMatchTextContent(/Data folder.*40 GB of 100 GB free \(40%\)/);
  await expect.element(locateCard('Clock')).toMatchTextContent(/14 March 2027.*2 seconds/);
  await expect.element(locateCard('Database')).toMatchTextContent(/PostgreSQL 18\.1.*2\.5 GB/);
  await expect
    .element(locateCard('Jobs').getByRole('row', { name: /Reminders/ }))
    .toMatchTextContent(/Reminders of expiring licences.*Succeeded.*30 minutes ago.*Never/);
  await expect.element(locateCard('Processes')).toMatchTextContent(/portal-1.*4711.*1\.0\.1.*Ready/);
  await expect
    .element(locateCard('Keys that sign licences'))
    .toMatchTextContent(/56475aa75463474c.*Signs licences.*1,204.*Yes/);
  await expect
    .element(locateCard('E-mails').getByRole('link', { name: 'All e-mails' }))
    .toHaveAttribute('href', '/admin/mail');
  await expectAccessible();
});

test('only the sections with a problem are open, and each says once what to do (T1091)', async () => {
  const { screen } = await openStatus((server) =>
    server.answer(status.get, (): StatusReport => ({
      ...statusReport,
      ignoredProxy: '10.0.0.7',
      jobs: statusReport.jobs.flatMap((job) => [job, { ...job, name: 'mail.forget', state: 'failed' }]),
      clock: { doubt: { kind: 'backwards', from: statusReport.at, to: statusReport.at }, differenceMs: null },
      backup: { job: null, last: null, proof: null },
    })),
  );
  await expect.element(screen.getByText('No backup', { exact: true })).toBeVisible();
  for (const text of [
    /^No backups are made/,
    /Requests carry X-Forwarded headers from 10\.0\.0\.7/,
    /run portal clock accept/,
    /1 job without a problem/,
    /^Delete old e-mails$/,
  ])
    await expect.element(screen.getByText(text)).toBeVisible();
  const sections = screen.getByRole('main').getByRole('region').elements();
  expect(sections.map((section) => section.querySelector('h2')?.textContent)).toEqual([
    'Backups',
    'Clock',
    'Jobs',
    'Processes',
  ]);
  await expect.element(screen.getByText('E-mails, disks, database and keys: all right')).toBeVisible();
  await expectAccessible();
});

test('a status that cannot be loaded can be retried', async () => {
  const { screen, server } = await openStatus((fakeServer) =>
    fakeServer.answer(status.get, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('The status could not be loaded')).toBeVisible();
  server.answer(status.get, () => statusReport);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/keys: all right$/)).toBeVisible();
});
