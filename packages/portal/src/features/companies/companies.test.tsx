import { companies } from '@basics/contract/companies/companies.ts';
import { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { companyPcs } from '@basics/contract/companies/company-pcs.ts';
import { companyNotes } from '@basics/contract/companies/company-notes.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import {
  agentCustomer,
  answerCompany,
  company,
  companyMembers,
  companySeats,
  createInvitation,
} from '#portal/testing/records/companies.ts';
import { createDay, createLicense, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { answerOrders, createOrder } from '#portal/testing/records/integrations.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { createStaffNote, createUserOptions, createUserPage, createUserRecord } from '#portal/testing/records/users.ts';

const agentUser = {
  ...createUser('AgentDistributor'),
  company: { companyId: 1, name: company.name, role: 'manager' as const },
};

const locateRegion = (name: string) => page.getByRole('region', { name });

test('staff find companies by search and status, and create one', async () => {
  const user = createUser('Salesman');
  const { server, address } = await openPortal({
    at: '/companies',
    user,
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer);
      fakeServer.answer(users.options, () => createUserOptions(user.permissions));
      fakeServer.answer(companies.create, ({ body }) => ({ ...company, name: body.name }));
      fakeServer.answer(companies.export, () => ({
        bytes: new Uint8Array(3),
        name: 'companies.csv',
        type: 'text/csv',
      }));
    },
  });
  await expect
    .element(page.getByRole('row', { name: /Granite Machinery/ }))
    .toMatchTextContent(/Granite Machinery.*Sweden.*Active.*4.*7/);
  await expectAccessible();
  await page.getByRole('searchbox').fill('SO-20417');
  await expect.poll(() => server.requests(companies.search).at(-1)?.body.keyword).toBe('SO-20417');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => server.requests(companies.export).map(({ body }) => body.keyword)).toEqual(['SO-20417']);
  await page.getByRole('button', { name: 'Create company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create company' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' granite machinery ab ');
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/with this name: Granite Machinery AB, Sweden/);
  await expect.element(dialog.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/companies/1');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Granite Tools');
  await expect.element(dialog.getByRole('status')).not.toBeInTheDocument();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect.poll(address).toBe('/companies/1');
  expect(server.requests(companies.create).map(({ body }) => body)).toEqual([
    { name: 'Granite Tools', country: null, externalRef: null, crmAccount: null },
  ]);
});

test('staff filter companies by a number and a state with operators; the address keeps the filters', async () => {
  const user = createUser('Salesman');
  const { server, address } = await openPortal({
    at: '/companies?filters=members.more.3',
    user,
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer);
      fakeServer.answer(users.options, () => createUserOptions(user.permissions));
    },
  });
  await expect.element(page.getByRole('button', { name: 'Change filter People more than 3' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Add filter' }).fill('No CRM');
  await page.getByRole('option', { name: 'No CRM account' }).click();
  const more = { field: 'members', op: 'more', values: [3] };
  await expect
    .poll(() => server.requests(companies.search).at(-1)?.body.filters)
    .toEqual([more, { field: 'hasCrmAccount', op: 'no', values: [] }]);
  expect(address()).toContain('members.more.3*hasCrmAccount.no');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => server.requests(companies.search).at(-1)?.body).not.toHaveProperty('filters');
});

async function openCompany() {
  const opened = await openPortal({
    at: '/companies/1',
    user: createUser('Salesman'),
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer);
      answerOrders(
        fakeServer,
        ...['A-1', 'A-2', 'A-3', 'A-4'].map((externalId, orderId) => createOrder({ orderId, externalId })),
      );
      fakeServer.answer(companies.setSeats, ({ body }) =>
        body.pcs === 3 ? createRefusal('SEATS_IN_USE') : { ...companySeats, pcs: body.pcs },
      );
      fakeServer.answer(companyPeople.setRole, () => companyMembers);
      fakeServer.answer(companyPeople.invite, ({ body }) => createInvitation(body.login));
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Granite Machinery AB' })).toBeVisible();
  return opened;
}

test('the page of a company shows seats, PCs and people', async () => {
  await openCompany();
  await expect.element(page.getByText('7 of 10', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Orders: shop A-1, shop A-2, shop A-3 and 1 more', { exact: true }))
    .toBeVisible();
  await expect
    .element(locateRegion('PCs').getByRole('link', { name: 'PLANT-01' }))
    .toHaveAttribute('href', '/license/4');
  await expect.element(locateRegion('People')).toMatchTextContent(/Oskar Malm.*Manager · 2 PCs.*1 person with 3 PCs/);
  await expectAccessible();
});

test('staff change the seats of a company with a reason, beside the number of used seats', async () => {
  const { server } = await openCompany();
  expect(locateRegion('Seats').elements(), 'no section for one tool').toEqual([]);
  await page.getByRole('button', { name: 'Change Seats' }).click();
  const card = page.getByRole('dialog', { name: 'Change seats' });
  await card.getByRole('spinbutton', { name: 'Seats bought' }).fill('3');
  await expect.element(card.getByRole('button', { name: 'Save' })).toBeDisabled();
  await card.getByRole('textbox', { name: 'Order or reason' }).fill('SO-20418');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect.element(card.getByRole('alert')).toBeVisible();
  await expectAccessible();
  await card.getByRole('spinbutton', { name: 'Seats bought' }).fill('12');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Seats bought: 12')).toBeVisible();
  expect(server.requests(companies.setSeats).at(-1)?.body).toMatchObject({ pcs: 12, reason: 'SO-20418', version: 1 });
});

test('staff name a manager of a company, and invite somebody', async () => {
  await openCompany();
  await page.getByRole('button', { name: 'More for Eirik Lund' }).click();
  await locateRegion('People').getByRole('button', { name: 'Make manager Eirik Lund' }).click();
  await expect.element(page.getByText('Eirik Lund: Manager')).toBeVisible();
  await locateRegion('People').getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await dialog.getByRole('textbox', { name: 'Login/Email' }).fill('new@granite.example');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText('An invitation to new@granite.example is on its way')).toBeVisible();
});

test('staff write a note about a company, close a follow-up in its timeline, and add a user who seems to belong to it', async () => {
  const time = '2026-03-10T12:00:00.000Z';
  const { server } = await openPortal({
    at: '/companies/1',
    user: createUser('Salesman'),
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer);
      const followUp = createStaffNote({ noteId: 2, text: 'Offer five more PCs', day: '2026-01-05' });
      const renewal = (machineName: string) => ({
        kind: 'licenseIssued' as const,
        at: time,
        person: { userId: 12, name: 'Eirik Lund' },
        licenseId: 5,
        machineName,
        tool: 'basics',
        expiryDate: '2027-03-10',
        isRenewal: true,
        by: 'Simon Aasen',
      });
      fakeServer.answer(companyNotes.timeline, () => ({
        items: [
          renewal('PLANT-03'),
          renewal('PLANT-04'),
          {
            kind: 'licenseIssued' as const,
            at: time,
            person: { userId: 12, name: 'Eirik Lund' },
            licenseId: 4,
            machineName: 'PLANT-02',
            tool: 'basics',
            expiryDate: '2027-03-10',
            isRenewal: false,
            by: 'Eirik Lund',
          },
          {
            kind: 'companyChange' as const,
            at: time,
            action: 'company.setSeats' as const,
            fields: ['pcs'],
            pcs: { before: 10, after: 12 },
            reason: 'SO-20418',
            by: 'Simon Aasen',
          },
        ],
        hasMore: false,
        onTop: [followUp],
      }));
      fakeServer.answer(companyNotes.createNote, ({ body }) => createStaffNote({ text: body.text }));
      fakeServer.answer(companyNotes.changeNote, () => followUp);
      fakeServer.answer(companyPeople.candidates, () => ({
        items: [{ userId: 31, name: 'Liv Moe', login: 'liv@granite.example', by: 'domain' as const }],
      }));
      fakeServer.answer(companyPeople.addMember, () => companyMembers);
    },
  });
  await expect
    .element(locateRegion('Timeline'))
    .toMatchTextContent(/3 licences issued or renewed\s*10 Mar 2026\s*Seats changed: 10 to 12 seats bought.*SO-20418/);
  await locateRegion('Timeline').getByRole('button', { name: 'Show all' }).click();
  await expect
    .element(locateRegion('Timeline'))
    .toMatchTextContent(
      /2 licences renewed\s*Simon Aasen, 10 March.*PLANT-03 and PLANT-04\. Valid until 10 March 2027.*Licence issued for PLANT-02\s*Eirik Lund, 10 March.*Seats changed: 10 to 12 seats bought.*SO-20418/,
    );
  await expect.element(page.getByRole('button', { name: 'Show all' })).not.toBeInTheDocument();
  const composer = locateRegion('New note or follow-up');
  await composer.getByRole('textbox', { name: 'Note' }).fill('Prefers e-mail');
  await composer.getByRole('button', { name: 'Save note' }).click();
  await expect.element(page.getByText('Note saved')).toBeVisible();
  await page.getByRole('button', { name: 'Done: Offer five more PCs' }).click();
  await expect.element(page.getByText('Follow-up done')).toBeVisible();
  await expect.element(locateRegion('People')).toMatchTextContent(/Liv Moe.*The same e-mail domain/);
  await expectAccessible();
  await locateRegion('People').getByRole('button', { name: 'Add Liv Moe' }).click();
  await expect.element(page.getByText('Liv Moe belongs to this company now')).toBeVisible();
  expect(server.requests(companyNotes.createNote).map(({ params, body }) => [params.id, body.text])).toEqual([
    [1, 'Prefers e-mail'],
  ]);
  expect(server.requests(companyNotes.changeNote).map(({ params, body }) => [params, body])).toEqual([
    [{ id: 1, noteId: 2 }, { isDone: true }],
  ]);
  expect(server.requests(companyPeople.addMember).map(({ params, body }) => [params.id, body.userId])).toEqual([
    [1, 31],
  ]);
});

test('what staff typed into the forms of a company is restored after a reload, and not after Cancel or Save', async () => {
  const user = createUser('Salesman');
  const open = () =>
    openPortal({
      at: '/companies/1',
      user,
      prepareServer: (fakeServer) => {
        answerCompany(fakeServer);
        fakeServer.answer(users.options, () => createUserOptions(user.permissions));
        fakeServer.answer(companies.update, () => company);
        fakeServer.answer(companies.setSeats, ({ body }) => ({ ...companySeats, pcs: body.pcs }));
      },
    });
  const { screen } = await open();
  const seats = page.getByRole('dialog', { name: 'Change seats' });
  const crmAccount = page.getByRole('dialog').getByRole('textbox', { name: /^CRM account/ });
  const login = page.getByRole('dialog').getByRole('textbox', { name: 'Login/Email' });
  const editSeats = () => page.getByRole('button', { name: 'Change Seats' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Edit details' }).click();
  await crmAccount.fill('CRM-1');
  await screen.unmount();

  const second = await open();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Edit details' }).click();
  await expect.element(crmAccount).toHaveValue('CRM-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Edit details' }).click();
  await expect.element(crmAccount).not.toHaveValue('CRM-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await editSeats();
  await seats.getByLabelText('Seats bought').fill('14');
  await seats.getByLabelText('Order or reason').fill('SO-1');
  await second.screen.unmount();

  await open();
  await editSeats();
  await expect.element(seats.getByLabelText('Seats bought')).toHaveValue(14);
  await expect.element(seats.getByLabelText('Order or reason')).toHaveValue('SO-1');
  await seats.getByRole('button', { name: 'Cancel' }).click();
  await editSeats();
  await expect.element(seats.getByLabelText('Order or reason')).toHaveValue('');
  await seats.getByRole('button', { name: 'Cancel' }).click();
  await locateRegion('People').getByRole('button', { name: 'Invite', exact: true }).click();
  await login.fill('new@granite.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await locateRegion('People').getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(login).toHaveValue('');
});

test('a member sees the managers and the seats of the own company, and can leave it', async () => {
  const member = { ...createUser('OEM'), company: { companyId: 1, name: company.name, role: 'member' as const } };
  const { server } = await openPortal({
    at: '/company',
    user: member,
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer, 'member');
      fakeServer.answer(companyPeople.removeMember, () => createRefusal('LAST_MANAGER'));
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Granite Machinery AB' })).toBeVisible();
  await expect.element(page.getByRole('navigation').getByRole('link', { name: 'Company' })).toBeVisible();
  await expect.element(locateRegion('Seats')).toMatchTextContent(/7 of 10 seats used.*3 seats free/);
  await expect.element(locateRegion('Managers')).toMatchTextContent(/Oskar Malm/);
  expect(server.requests(companyPcs.pcs)).toEqual([]);
  await expectAccessible();
  await page.getByRole('button', { name: 'Leave this company' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave this company' }).click();
  await expect
    .poll(() => server.requests(companyPeople.removeMember).map(({ params }) => params))
    .toEqual([{ id: 1, userId: member.userId }]);
});

test('a manager manages the PCs and people of the own company, but not the seats bought; renews in the rows, issues many codes, and agrees to an agent', async () => {
  const { server } = await openPortal({
    at: '/company',
    user: { ...createUser('OEM'), company: { companyId: 1, name: company.name, role: 'manager' } },
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer);
      fakeServer.answer(licenses.renew, () => createRefusal('NOT_RENEWABLE'));
      fakeServer.answer(companyPcs.issueBatch, ({ body }) => ({
        results: body.codes.map((_, index) =>
          index === 0
            ? { outcome: 'issued' as const, machineName: 'NEW-01', expiryDate: '2027-03-10' }
            : { outcome: 'refused' as const, machineName: 'NEW-02', message: 'All seats are used.' },
        ),
      }));
      fakeServer.answer(companyAgents.acceptAgent, () => ({ items: [] }));
    },
  });
  const pcs = locateRegion('PCs');
  await expect.element(pcs.getByText('PLANT-01', { exact: true }).first()).toBeVisible();
  await expect.element(locateRegion('People').getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Change Seats' }).elements()).toEqual([]);
  await expectAccessible();
  await pcs.getByRole('button', { name: 'Renew PLANT-01' }).click();
  await expect.element(page.getByText(/cannot be renewed/)).toBeVisible();

  await pcs.getByRole('button', { name: 'Issue licences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue licences' });
  const codes = ['NEW-01', 'NEW-02'].map((name) => createVerificationCode({ machineName: name }));
  await dialog.getByRole('textbox', { name: 'Verification codes' }).fill(codes.join('\n'));
  await dialog.getByRole('button', { name: 'Check codes' }).click();
  await expect
    .element(dialog.getByRole('region', { name: 'Results' }))
    .toMatchTextContent(/NEW-01.*NEW-02.*All seats are used/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Issue 1 licence' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(server.requests(companyPcs.issueBatch).map(({ body }) => [body.codes.length, body.preview])).toEqual([
    [2, true],
    [2, false],
  ]);

  await locateRegion('Agents').getByRole('button', { name: 'Agree Nordic Dealers AS' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Agree', exact: true }).click();
  await expect
    .poll(() => server.requests(companyAgents.acceptAgent).map(({ params }) => params))
    .toEqual([{ id: 1, agentId: 3 }]);
});

test('a manager without a free seat can ask for more; an agent has the own company beside the customers', async () => {
  await openPortal({
    at: '/company',
    user: agentUser,
    prepareServer: (server) => {
      answerCompany(server);
      server.answer(companies.seats, () => ({ items: [{ ...companySeats, seatsUsed: 10, movesUsed: 0 }] }));
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: company.name })).toBeVisible();
  expect(page.getByRole('button', { name: 'Invite' }).elements(), 'the own company is not on this page').toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Company' }).click();
  await expect
    .element(page.getByRole('link', { name: 'Ask for more seats' }))
    .toHaveAttribute('href', expect.stringMatching(/^mailto:.*More%20seats%20for/));
  await expect.element(page.getByRole('main')).toMatchTextContent(/Seats\s*10 of 10.*Replace a PC.*In use/);
});

test.each([
  ['the home page', '/'],
  ['the page of the customers', '/company'],
])('an agent renews and issues for a customer on %s (T1030)', async (_page, at) => {
  const { server } = await openPortal({
    at,
    user: agentUser,
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer);
      fakeServer.answer(companyAgents.customers, () => createUserPage({ ...agentCustomer, nextExpiry: createDay(12) }));
      fakeServer.answer(licenseAdmin.machines, () => ({ items: [] }));
      fakeServer.answer(licenses.renew, () => createLicense({}));
    },
  });
  const row = page.getByRole('row', { name: /Harbour Cranes/ });
  await expect.element(row).toMatchTextContent(/Harbour Cranes.*2 of 6.*in 12 days.*Renew Harbour Cranes.*Issue/);
  await expectAccessible();
  await row.getByRole('button', { name: 'Renew Harbour Cranes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Renew for Harbour Cranes?' });
  await expect.element(question).toMatchTextContent(/PLANT-01 expires in/);
  await expectAccessible();
  await question.getByRole('button', { name: 'Renew' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(server.requests(licenses.renew)).toHaveLength(1);
  await row.getByRole('button', { name: 'Issue Harbour Cranes' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Issue licences for Harbour Cranes' })).toBeVisible();
});

test('an agent opens a customer from the menu, sees which licence expires next, moves PCs of the stock to it, and ends the work for it (T1002)', async () => {
  const { server, address } = await openPortal({
    at: '/company',
    user: agentUser,
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer);
      fakeServer.answer(companyAgents.movePcs, ({ body }) => ({
        stock: { ...companySeats, pcs: 10 - body.pcs },
        customer: companySeats,
      }));
      fakeServer.answer(companyAgents.endAgent, () => undefined);
    },
  });
  await expect
    .element(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My customers' }))
    .toHaveAttribute('href', '/company');
  const row = page.getByRole('row', { name: /Harbour Cranes/ });
  await expect.element(row).toMatchTextContent(/Harbour Cranes.*2 of 6.*26 Jan 2027/);
  await row.getByRole('link', { name: 'Harbour Cranes' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Harbour Cranes' })).toBeVisible();
  await expect.element(locateRegion('PCs')).toMatchTextContent(/PLANT-01/);
  expect(locateRegion('PCs').getByRole('link').elements(), 'the page of a licence is not for agents').toEqual([]);
  await expectAccessible();
  await page.getByRole('button', { name: 'Move PCs from my stock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move PCs from my stock' });
  await dialog.getByRole('spinbutton', { name: 'Number of PCs' }).fill('2');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Move PCs', exact: true }).click();
  await expect.element(page.getByText('2 PCs moved. 1 left in your stock.')).toBeVisible();
  expect(server.requests(companyAgents.movePcs).map(({ body }) => body)).toEqual([
    { customerId: 5, tool: 'basics', brand: 'blue', pcs: 2, version: 1 },
  ]);
  await page.getByRole('button', { name: 'End work for this customer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End agent' }).click();
  await expect.poll(address).toBe('/company');
  expect(server.requests(companyAgents.endAgent).map(({ params }) => params)).toEqual([{ id: 5, agentId: 1 }]);
});

test('a user joins a company with the link of an invitation; a link for another address says so', async () => {
  const { server, address } = await openPortal({
    at: '/company/join#token=abc',
    user: createUser('OEM'),
    prepareServer: (fakeServer) => {
      answerCompany(fakeServer, 'member');
      fakeServer.answer(companyPeople.acceptInvitation, () => ({
        companyId: 1,
        name: company.name,
        role: 'member' as const,
      }));
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Join Granite Machinery AB?' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Join Granite Machinery AB' }).click();
  await expect.poll(address).toBe('/company');
  expect(server.requests(companyPeople.acceptInvitation).map(({ body }) => body)).toEqual([
    { token: 'abc', preview: true },
    { token: 'abc' },
  ]);
});

test('an invitation for another address cannot be accepted, and the page says why', async () => {
  await openPortal({
    at: '/company/join#token=abc',
    user: createUser('OEM'),
    prepareServer: (fakeServer) =>
      fakeServer.answer(companyPeople.acceptInvitation, () => createRefusal('INVITED_OTHER')),
  });
  await expect.element(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'You cannot join with this link' })).toBeVisible();
  await expectAccessible();
});

test('a user without shared seats reads the name of their company and the next step', async () => {
  await openPortal({
    at: '/company',
    user: createUser('OEM'),
    prepareServer: (server) => {
      server.answer(companies.own, () => ({ company: null }));
      server.answer(users.get, () => createUserRecord({ company: 'Granite Machinery AB' }));
    },
  });
  await expect.element(page.getByText('Granite Machinery AB shares no seats with you yet')).toBeVisible();
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Your PCs' })).toBeVisible();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', expect.stringContaining('Shared%20seats%20for%20Granite'));
  await expectAccessible();
});

test('without a free seat, the used seats are shown once with the exception as the only filled button (T1080)', async () => {
  await openPortal({
    at: '/companies/1',
    user: createUser('Salesman'),
    prepareServer: (server) => {
      answerCompany(server);
      server.answer(companies.seats, () => ({ items: [{ ...companySeats, seatsUsed: 10, movesUsed: 0 }] }));
    },
  });
  const locateButton = (name: RegExp) => page.getByRole('button', { name });
  await expect.element(page.getByText('10 of 10', { exact: true })).toBeVisible();
  await expect.element(locateButton(/^Issue with an exception/)).toBeVisible();
  expect(locateRegion('Seats').elements()).toEqual([]);
  expect(locateButton(/^Issue licences/).elements()).toEqual([]);
  const readColour = (name: RegExp) => getComputedStyle(locateButton(name).element()).backgroundColor;
  await expect.poll(() => readColour(/^Issue with an exception/)).not.toBe(readColour(/^Invite/));
  expect(readColour(/^Change Seats/)).toBe(readColour(/^Invite/));
});
