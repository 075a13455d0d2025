import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { users } from '@basics/contract/users/users.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createMachine, createToolUsage } from '#portal/testing/records/license-admin.ts';
import {
  answerLicenses,
  createLicense,
  createOverview,
  createPreview,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserPage, createUserRecord } from '#portal/testing/records/users.ts';

const code = createVerificationCode();

const openAsSalesman = (prepareServer: (server: FakeServer) => void, at = `/license/verify#c=${code}`) =>
  openPortal({
    at,
    user: createUser('Salesman'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });

const openOnBehalf = (prepareServer: (server: FakeServer) => void = () => {}, role: 'Salesman' | 'OEM' = 'Salesman') =>
  openPortal({
    at: `/license/verify?user=101#c=${code}`,
    user: createUser(role),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(users.get, () => createUserRecord());
      server.answer(licenseAdmin.overview, () => createOverview({ userId: 101 }));
      server.answer(licenseAdmin.machines, () => ({
        items: [createToolUsage({ seatsUsed: 1, seatsAllowed: 1, machines: [createMachine({ name: 'WS-9' })] })],
      }));
      prepareServer(server);
    },
  });

test("a licence that staff issue on behalf of a user belongs to this user, and the page shows the user's name", async () => {
  const { server } = await openOnBehalf();
  await expect.element(page.getByText('For Grace Hopper')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect.element(page.getByText(/^Licensed until/)).toBeVisible();
  expect(server.requests(licenses.issue).map(({ params }) => params.id)).toEqual([101, 101]);
  expect(server.requests(tools.licensable)[0]?.params.id).toBe(101);
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Dina Ohlsen' }))
    .toHaveAttribute('href', '/users/101');
});

const seatLimitProblem = { code: 'SEAT_LIMIT', message: problems.SEAT_LIMIT.message } as const;

test('staff read which customer uses all seats, and override the limit with a reason', async () => {
  const { server } = await openOnBehalf((fakeServer) =>
    fakeServer.answer(licenses.issue, ({ body }) =>
      body.preview ? createPreview({ problem: seatLimitProblem }) : createLicense({ userId: 101 }),
    ),
  );
  // The limit of PCs is the limit of the customer: the page lists the customer's PCs, not those of the salesman.
  await expect.element(page.getByRole('list', { name: 'PCs in use' })).toMatchTextContent(/WS-9/);
  expect(new Set(server.requests(licenseAdmin.machines).map(({ params }) => params.id))).toEqual(new Set([101]));
  await expect.element(page.getByText('Grace Hopper uses both seats')).toBeVisible();
  const overrideButton = page.getByRole('button', { name: 'Issue licence as an exception' });
  await overrideButton.click();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveAccessibleDescription(new RegExp(fieldMessages.reason));
  await expectAccessible();
  await reason.fill('The old PC burnt');
  await overrideButton.click();
  await expect.element(page.getByText(/^Licensed until/)).toBeVisible();
  expect(server.requests(licenses.issue).at(-1)?.body).toMatchObject({ overrideReason: 'The old PC burnt' });
});

test.each(['ISSUE_LIMIT', 'TRIAL_USED', 'PC_DECLARED_GONE', 'CLOCK_BEHIND'] as const)(
  'staff see why there is no licence and may override the refusal: %s',
  async (refusalCode) => {
    const { message } = problems[refusalCode];
    await openOnBehalf((server) =>
      server.answer(licenses.issue, () => createPreview({ problem: { code: refusalCode, message } })),
    );
    await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(message);
    await expect.element(page.getByRole('button', { name: 'Issue licence as an exception' })).toBeVisible();
  },
);

test('users cannot override a refusal of their own code', async () => {
  await openAsSalesman((server) => {
    server.answer(licenses.issue, () => createPreview({ problem: seatLimitProblem }));
  });
  await expect.element(page.getByText('Both your seats are taken')).toBeVisible();
  expect(page.getByRole('button', { name: 'Issue licence as an exception' }).elements()).toEqual([]);
});

test('for a user who has no tool, staff see a message that they must first add a tool to this user', async () => {
  await openOnBehalf((server) => server.answer(tools.licensable, () => ({ items: [] })));
  await expect.element(page.getByText(/Add the tool to the user, then come back/)).toBeVisible();
});

test('the licence page for a user who does not exist or is out of scope says that there is no access', async () => {
  await openOnBehalf((server) => {
    server.answer(users.get, () => createRefusal('USER_NOT_FOUND'));
    server.answer(tools.licensable, () => createRefusal('USER_NOT_FOUND'));
    server.answer(licenses.issue, () => createRefusal('USER_NOT_FOUND'));
  });
  await expect.element(page.getByText(/was deleted, or you do not have access/)).toBeVisible();
});

test('staff who check a code without a customer in the address choose who gets the licence', async () => {
  const owners = [
    { userId: 101, name: 'Grace Hopper', company: 'Harbour Design', why: 'knownPc' as const },
    { userId: 42, name: 'Ada Lovelace', company: '', why: 'self' as const },
  ];
  const { server, address } = await openAsSalesman((fakeServer) => {
    fakeServer.answer(users.get, () => createUserRecord());
    fakeServer.answer(licenses.issue, ({ params }) => createPreview(params.id === 42 ? { owners } : {}));
  });
  await expect.element(page.getByText('Whose PC is this?')).toBeVisible();
  await expect.element(page.getByText(/Harbour Design · has this PC/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Issue licence' }).elements()).toEqual([]);
  await expectAccessible();
  await page.getByRole('link', { name: 'For Grace Hopper' }).click();
  await expect.poll(address).toBe('/license/verify?user=101');
  await expect.element(page.getByRole('button', { name: 'Issue licence' })).toBeVisible();
  expect(server.requests(licenses.issue).map(({ params, body }) => [params.id, body.preview])).toEqual([
    [42, true],
    [101, true],
  ]);
});

const selfOwner = { userId: 42, name: 'Ada Lovelace', company: '', why: 'self' as const };

test('for a PC that the portal does not know, staff search for the customer who gets the licence', async () => {
  const { server, address } = await openAsSalesman((fakeServer) => {
    fakeServer.answer(users.get, () => createUserRecord());
    fakeServer.answer(users.search, () => createUserPage(createUserRecord()));
    const problem = { code: 'NO_TOOL_GRANT', message: problems.NO_TOOL_GRANT.message } as const;
    fakeServer.answer(licenses.issue, ({ params, body }) =>
      body.preview
        ? createPreview(params.id === 42 ? { owners: [selfOwner], problem, offer: null } : {})
        : createLicense({ userId: params.id }),
    );
  });
  await expect.element(page.getByText('The portal does not know this PC.', { exact: false })).toBeVisible();
  // The refusal for the salesman, who may not use the tool, is not shown, because the customer may use it.
  expect(page.getByText(problems.NO_TOOL_GRANT.message).elements()).toEqual([]);
  await expectAccessible();
  await page.getByRole('combobox', { name: 'Customer' }).fill('hopper');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await expect.poll(address).toBe('/license/verify?user=101');
  await page.getByRole('button', { name: 'Issue licence' }).click();
  await expect.element(page.getByText(/^Licensed until/)).toBeVisible();
  expect(server.requests(users.search).at(-1)?.body.keyword).toBe('hopper');
  expect(server.requests(licenses.issue).map(({ params, body }) => [params.id, body.preview])).toEqual([
    [42, true],
    [101, true],
    [101, undefined],
  ]);
});

test('staff choose who gets the licences of several PCs that the portal does not know', async () => {
  const { server, address } = await openAsSalesman((fakeServer) => {
    fakeServer.answer(users.get, () => createUserRecord());
    fakeServer.answer(users.search, () => createUserPage(createUserRecord()));
    fakeServer.answer(licenses.issue, ({ params, body }) =>
      body.preview
        ? createPreview(params.id === 42 ? { owners: [selfOwner] } : {})
        : createLicense({ userId: params.id, verificationCode: body.verificationCode }),
    );
  }, '/license/many');
  const otherCode = createVerificationCode({ machineName: 'TOWER', fingerprint: new Uint8Array(16).fill(3) });
  await page.getByLabelText('Verification codes').fill(`${code} ${otherCode}`);
  await page.getByRole('button', { name: 'Check codes' }).click();
  await expect.element(page.getByText('Whose PC is this?')).toBeVisible();
  expect(page.getByRole('button', { name: /^Issue/ }).elements()).toEqual([]);
  await page.getByRole('combobox', { name: 'Customer' }).fill('hopper');
  await page.getByRole('option', { name: /Grace Hopper/ }).click();
  await expect.poll(address).toBe('/license/many?user=101');
  await page.getByRole('button', { name: 'Issue 2 licences' }).click();
  await expect.element(page.getByText('All 2 licences are ready')).toBeVisible();
  const issueRequests = server.requests(licenses.issue).filter(({ body }) => !body.preview);
  expect(issueRequests.map(({ params }) => params.id)).toEqual([101, 101]);
});

test("staff choose a customer for pasted codes: the customer's PCs and unknown PCs are licensed, and codes of other customers stay on the page", async () => {
  const customers = [
    { userId: 101, name: 'Grace Hopper', company: '', why: 'knownPc' as const },
    { userId: 102, name: 'Carol Shaw', company: '', why: 'knownPc' as const },
  ];
  const [graceCode = '', carolCode = '', unknownCode = ''] = ['GRACE-PC', 'CAROL-PC', 'UNKNOWN-PC'].map(
    (machineName, index) => createVerificationCode({ machineName, fingerprint: new Uint8Array(16).fill(index + 1) }),
  );
  const owners = new Map([graceCode, carolCode].map((knownCode, index) => [knownCode, customers[index]]));
  const { address, router } = await openAsSalesman((fakeServer) => {
    fakeServer.answer(users.get, () => createUserRecord());
    fakeServer.answer(licenses.issue, ({ params, body }) => {
      const owner = owners.get(body.verificationCode);
      return createPreview(params.id === 42 ? { owners: owner ? [owner, selfOwner] : [selfOwner] } : {});
    });
  }, '/license/many');
  await page.getByLabelText('Verification codes').fill([graceCode, carolCode, unknownCode].join(' '));
  await page.getByRole('button', { name: 'Check codes' }).click();
  await page.getByRole('link', { name: 'For Grace Hopper' }).click();
  await expect.poll(address).toBe('/license/many?user=101');
  await expect.element(page.getByRole('button', { name: 'Issue 2 licences' })).toBeVisible();
  expect(page.getByRole('row').filter({ hasText: 'CAROL-PC' }).elements()).toEqual([]);
  router.history.back();
  await expect.poll(address).toBe('/license/many');
  await expect.element(page.getByRole('link', { name: 'For Carol Shaw' })).toBeVisible();
  await expect.element(page.getByRole('row').filter({ hasText: 'CAROL-PC' })).toBeVisible();
  expect(
    page
      .getByRole('row')
      .filter({ hasText: /GRACE-PC|UNKNOWN-PC/ })
      .elements(),
  ).toEqual([]);
});

test('staff who choose "For myself" are asked again when they add more codes', async () => {
  await openAsSalesman((fakeServer) => {
    fakeServer.answer(licenses.issue, () => createPreview({ owners: [selfOwner] }));
  }, '/license/many');
  const codesField = page.getByLabelText('Verification codes');
  await codesField.fill(code);
  await page.getByRole('button', { name: 'Check codes' }).click();
  await page.getByRole('button', { name: 'For myself' }).click();
  await expect.element(page.getByRole('button', { name: 'Issue 1 licence' })).toBeVisible();
  await codesField.fill(createVerificationCode({ machineName: 'TOWER', fingerprint: new Uint8Array(16).fill(3) }));
  await page.getByRole('button', { name: 'Check codes' }).click();
  await expect.element(page.getByText('Whose PC is this?')).toBeVisible();
  expect(page.getByRole('button', { name: /^Issue/ }).elements()).toEqual([]);
});

test('staff can choose to issue the licence for themselves', async () => {
  await openAsSalesman((server) => {
    server.answer(licenses.issue, () => createPreview({ owners: [selfOwner] }));
  });
  await page.getByRole('button', { name: 'For myself' }).click();
  await expect.element(page.getByRole('button', { name: 'Issue licence' })).toBeVisible();
});

test('the reason for an exception is restored after a reload, and no key of the storage contains the code', async () => {
  const openRefusedCode = () =>
    openOnBehalf((fakeServer) => fakeServer.answer(licenses.issue, () => createPreview({ problem: seatLimitProblem })));
  const reason = page.getByRole('textbox', { name: 'Reason' });
  const { screen } = await openRefusedCode();
  await reason.fill('The old PC burnt');
  expect(Object.keys(sessionStorage).filter((key) => key.includes(code))).toEqual([]);
  await screen.unmount();
  await openRefusedCode();
  await expect.element(reason).toHaveValue('The old PC burnt');
});
