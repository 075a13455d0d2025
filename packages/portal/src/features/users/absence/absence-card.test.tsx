import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { absenceCalls, type Absence } from '@basics/contract/users/absences.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { readCurrentUser } from '@basics/contract/session/current-user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createAssignment, createAssignmentPage } from '#portal/testing/records/assignments.ts';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { answerOwnAccount } from '#portal/testing/pages/own-account.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerUsers, createUserRecord } from '#portal/testing/records/users.ts';

const deputies = [
  { userId: 7, name: 'Ben Berg' },
  { userId: 8, name: 'Carla Conti' },
];
const absence: Absence = {
  deputy: { userId: 7, name: 'Ben Berg' },
  from: '2027-03-12',
  until: '2027-03-14',
  namedAt: '2027-03-01T08:00:00.000Z',
};
const card = page.getByRole('region', { name: 'Absence' });
const openForm = () => card.getByText('Plan an absence').click();

test('a salesman who will be absent names a deputy for some days, and later ends the absence', async () => {
  let user = createUser('Salesman');
  const { server } = await openPortal({
    at: '/account',
    user,
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      answerOwnAccount(fakeServer);
      fakeServer.answer(readCurrentUser, () => user);
      fakeServer.answer(absenceCalls.readAbsence, () => ({ absence: null, deputies }));
      fakeServer.answer(countrySalesmen.search, () => createAssignmentPage(createAssignment()));
      fakeServer.answer(absenceCalls.setAbsence, ({ body }) => {
        if (body.deputyId === 8) return createRefusal('INVALID', { fields: { deputyId: 'This is not allowed.' } });
        user = { ...user, absence: { name: 'Ben Berg', until: body.until } };
        return { absence, deputies };
      });
      fakeServer.answer(absenceCalls.endAbsence, () => {
        user = createUser('Salesman');
        return { absence: null, deputies };
      });
    },
  });
  await expect.element(card.getByLabelText('First day')).not.toBeInTheDocument();
  await openForm();
  await expect
    .element(card.getByText(/^While you are away, your deputy sees your customers and requests/))
    .toBeVisible();
  await card.getByLabelText('First day').fill('2027-03-12');
  await card.getByLabelText('Last day').fill('2027-03-14');
  await card.getByLabelText('Deputy').fill('Carla Conti');
  await expect.element(page.getByRole('region', { name: 'Territory' })).toMatchTextContent(/Basics Blue.*Italy/);
  await card.getByRole('button', { name: 'Save absence' }).click();
  await expect.element(card.getByText('This is not allowed.').first()).toBeVisible();
  await card.getByLabelText('Deputy').fill('Ben Berg');
  await card.getByRole('button', { name: 'Save absence' }).click();
  await expect.element(card).toMatchTextContent(/Ben Berg is the deputy from 12 Mar 2027 through 14 Mar 2027/);
  const banner = page.getByRole('complementary', { name: 'Absence' });
  await expect.element(banner).toMatchTextContent(/You are absent through 14 March 2027\. Ben Berg is your deputy/);
  await expectAccessible();
  expect(server.requests(absenceCalls.setAbsence).map(({ params, body }) => [params.id, body.deputyId])).toEqual([
    [42, 8],
    [42, 7],
  ]);
  await card.getByRole('button', { name: 'End absence' }).click();
  await expect.element(page.getByText('The absence has ended')).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});

test('My Account of a salesman begins with the territory, the colleagues, the absence and the renewals by month', async () => {
  const salesman = (userId: number, lastName: string) => ({ userId, firstName: 'Ben', lastName });
  const place = (brand: string, ...salesmen: ReturnType<typeof salesman>[]) => ({
    brand,
    salesmen,
    users: 1,
    requests: 0,
  });
  await openPortal({
    at: '/account',
    user: createUser('Salesman'),
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      answerOwnAccount(fakeServer);
      fakeServer.answer(absenceCalls.readAbsence, () => ({ absence: null, deputies }));
      fakeServer.answer(countrySalesmen.search, () => createAssignmentPage(createAssignment()));
      fakeServer.answer(countrySalesmen.coverage, () => ({
        rows: [
          {
            country: 'IT',
            continent: 'Europe',
            brands: [place('blue', salesman(42, 'Own')), place('red', salesman(8, 'Berg'))],
          },
          { country: 'FR', continent: 'Europe', brands: [place('blue', salesman(9, 'Far'))] },
        ],
      }));
      fakeServer.answer(renewals.renewalMonths, () => ({
        months: [
          { month: '2027-01', renewed: 3, lost: 1, yearBefore: { renewed: 1, lost: 1 } },
          { month: '2027-02', renewed: 2, lost: 0, yearBefore: { renewed: 0, lost: 2 } },
        ],
      }));
    },
  });
  const territory = page.getByRole('region', { name: 'Territory' });
  await expect.element(territory).toMatchTextContent(/Basics Blue.*Italy.*Shared countries.*Italy, with Ben Berg$/);
  await expect
    .element(page.getByRole('region', { name: 'Renewals by month' }))
    .toMatchTextContent(/5 of 6 licences renewed in twelve months\. In the year before: 1 of 4\./);
  await expect
    .element(page.getByRole('link', { name: /January 2027/ }))
    .toHaveAttribute('href', expect.stringContaining('endsFrom=2027-01-01&endsTo=2027-01-31'));
  const titles = page
    .getByRole('region')
    .elements()
    .map((region) => region.getAttribute('aria-labelledby'));
  expect(titles.map((id) => document.getElementById(id ?? '')?.textContent).slice(0, 4)).toEqual([
    'Territory',
    'Absence',
    'Renewals by month',
    'User info',
  ]);
  await expectAccessible();
});

test('if someone else has changed the absence, a message says so, the new absence is loaded, and the typed values stay', async () => {
  let storedAbsence: Absence | null = null;
  await openPortal({
    at: '/account',
    user: createUser('Salesman'),
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      answerOwnAccount(fakeServer);
      fakeServer.answer(absenceCalls.readAbsence, () => ({ absence: storedAbsence, deputies }));
      fakeServer.answer(absenceCalls.setAbsence, () => {
        storedAbsence = absence;
        return createRefusal('STALE');
      });
    },
  });
  await openForm();
  await card.getByLabelText('First day').fill('2027-03-12');
  await card.getByLabelText('Last day').fill('2027-03-20');
  await card.getByLabelText('Deputy').fill('Carla Conti');
  await card.getByRole('button', { name: 'Save absence' }).click();
  await expect.element(page.getByText(/^Someone else has changed this since you opened it/)).toBeVisible();
  await expect.element(card).toMatchTextContent(/Ben Berg is the deputy from 12 Mar 2027/);
  await expect.element(card.getByLabelText('Deputy')).toHaveValue('Carla Conti');
  await expect.element(card.getByLabelText('Last day')).toHaveValue('2027-03-20');
});

test('a deputy sees the name of the salesman on every page, and ends the absence after a confirmation', async () => {
  let user = createUser('Administrator', { deputyFor: [{ userId: 101, name: 'Grace Hopper', until: '2027-03-14' }] });
  const { server } = await openPortal({
    at: '/users/101',
    user,
    prepareServer: (fakeServer) => {
      answerUsers(fakeServer, user.permissions, [createUserRecord({ profileID: 2 })]);
      answerLicenses(fakeServer);
      fakeServer.answer(readCurrentUser, () => user);
      fakeServer.answer(absenceCalls.readAbsence, () => ({ absence, deputies }));
      fakeServer.answer(absenceCalls.endAbsence, () => {
        user = createUser('Administrator');
        fakeServer.answer(absenceCalls.readAbsence, () => ({ absence: null, deputies }));
        return { absence: null, deputies };
      });
    },
  });
  await expect.element(card).toMatchTextContent(/Ben Berg is the deputy/);
  const banner = page.getByRole('complementary', { name: 'Absence' });
  await expect.element(banner).toMatchTextContent(/You are the deputy of Grace Hopper through 14 March 2027/);
  await banner.getByRole('button', { name: 'End it now' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'End the absence of Grace Hopper?' });
  await expect.element(dialog).toMatchTextContent(/Grace Hopper gets the e-mails again/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'End absence' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(card).not.toMatchTextContent(/Ben Berg is the deputy/);
  expect(server.requests(absenceCalls.endAbsence).map(({ params }) => params)).toEqual([{ id: 101 }]);
});

test('entered days are restored after a reload, unless someone has saved an absence in the meantime', async () => {
  const firstDay = card.getByLabelText('First day');
  const openCard = (storedAbsence: Absence | null) =>
    openPortal({
      at: '/account',
      user: createUser('Salesman'),
      prepareServer: (fakeServer) => {
        answerLicenses(fakeServer);
        answerOwnAccount(fakeServer);
        fakeServer.answer(absenceCalls.readAbsence, () => ({ absence: storedAbsence, deputies }));
      },
    });
  const { screen } = await openCard(null);
  await openForm();
  await firstDay.fill('2027-04-01');
  await screen.unmount();
  const reopenedPage = await openCard(null);
  await expect.element(firstDay).toHaveValue('2027-04-01');
  await reopenedPage.screen.unmount();
  await openCard(absence);
  await expect.element(firstDay).toHaveValue('2027-03-12');
});
