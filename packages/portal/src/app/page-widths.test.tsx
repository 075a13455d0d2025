import { audit } from '@basics/contract/audit/audit.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { helpRequests, type HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { legal } from '@basics/contract/legal/legal.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { activation } from '@basics/contract/licenses/activation.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { session } from '@basics/contract/session/session.ts';
import { status } from '@basics/contract/status/status.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { users } from '@basics/contract/users/users.ts';
import { writeReturnCode } from '@basics/licensing/return-code.ts';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { browserPrimitives } from '#portal/session/codes/browser-primitives.ts';
import { expectAccessible, expectFits } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerHumanCheck } from '#portal/testing/human-check.ts';
import { openAccount } from '#portal/testing/pages/open-account.ts';
import { createPreferences } from '#portal/testing/pages/own-account.ts';
import { openUserCreation } from '#portal/testing/pages/user-creation.ts';
import { locatePc, openOwnPcs } from '#portal/testing/pages/user-machines.tsx';
import { passkeyOptions } from '#portal/testing/passkeys.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createAssignment, openAssignmentsPage } from '#portal/testing/records/assignments.ts';
import { answerBrands } from '#portal/testing/records/brands.ts';
import { answerServiceAccounts } from '#portal/testing/records/integrations.ts';
import { answerTools } from '#portal/testing/records/catalogue.ts';
import { answerFigures, createInbox } from '#portal/testing/records/figures.ts';
import { answerCompany } from '#portal/testing/records/companies.ts';
import { createHelpCase, createHelpRequest } from '#portal/testing/records/help-requests.ts';
import {
  answerLicenseAdmin,
  createMachine,
  createOwnedLicense,
  createToolUsage,
} from '#portal/testing/records/license-admin.ts';
import { answerLicenses, createDay, createLicense, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { createUser, setup } from '#portal/testing/records/people.ts';
import { answerNotes, createNote } from '#portal/testing/records/release-notes.ts';
import { answerSettings, statusReport } from '#portal/testing/records/status.ts';
import {
  answerRequests,
  answerUsers,
  createApplicant,
  createUserOptions,
  createUserPage,
  createUserRecord,
} from '#portal/testing/records/users.ts';

type Role = Parameters<typeof createUser>[0];
type Step = (widths: readonly number[]) => Promise<unknown>;
/** How a page is opened, and what is clicked and seen on it. Each step that `sees` something requires that nothing is wider than the window at any of the widths. */
type PageState = { opens: Step; steps: readonly Step[]; widths?: readonly number[]; theme?: 'dark' };

const clicks =
  (name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button'): Step =>
  () =>
    page.getByRole(role, { name }).first().click();

const sees =
  (locator: Locator): Step =>
  async (widths) => {
    await expect.element(locator.first()).toBeVisible();
    await expectFits(...widths);
  };

const seesAccessible =
  (locator: Locator): Step =>
  async (widths) => {
    await sees(locator)(widths);
    await expectAccessible();
  };

/** Sees a cell of a table whose rows are cards. */
const seesCard =
  (name: RegExp): Step =>
  async (widths) => {
    const cell = page.getByRole('cell', { name });
    await sees(cell)(widths);
    expect(getComputedStyle(cell.first().element()).display).toBe('flex');
  };

const types =
  (label: string, text: string): Step =>
  () =>
    page.getByRole('textbox', { name: label }).fill(text);

const opens =
  (at: string, role?: Role, prepareServer: (server: FakeServer) => void = () => {}): Step =>
  () =>
    openPortal({ at, ...(role && { user: createUser(role) }), prepareServer });

const opensForStaff = (at: string, role: Role, prepareServer: (server: FakeServer) => void = () => {}): Step =>
  opens(at, role, (server) => {
    answerUsers(server, createUser(role).permissions, [createUserRecord()]);
    prepareServer(server);
  });

const demoAccounts = [{ login: 'designeroffice@demo.example', password: 'Quartz-Lantern-27', profileID: 8 }];

const opensForBrand =
  (at: string, brand: 'blue' | 'red', role?: Role): Step =>
  () =>
    openPortal({
      at,
      setup: { ...setup, brand, demo: true, demoAccounts },
      ...(role && { user: createUser(role) }),
      prepareServer: answerLicenses,
    });

const alan = createOwnedLicense({ licenseId: 2, machineName: 'LAPTOP-7', expiryDate: createDay(12) });
const longLink = createNote({
  title: 'x'.repeat(120),
  description: `${'y'.repeat(200)}\n\n\`\`\`\n${'z'.repeat(200)}\n\`\`\``,
});
const returnCode = writeReturnCode(
  { toolId: 7, licenceId: 'a1a2a3a4a5a6a7a8', returnedAt: 1_795_000_000 },
  browserPrimitives,
);
const letter = {
  mailId: 2,
  to: 'lars@office.example',
  subject: 'Set a new password',
  kind: 'passwordReset',
  brand: 'blue',
  state: 'failed' as const,
  attempts: 8,
  createdAt: '2027-03-14T09:26:00.000Z',
  sentAt: null,
  nextAttemptAt: null,
  error: '550 no such mailbox',
};
const entry = {
  auditId: 12,
  at: '2027-03-14T09:26:05.250Z',
  actor: { userId: 7, name: 'Anna Rossi' },
  action: 'user.update',
  subject: { kind: 'user', id: '31', record: { name: 'Ada Berg', userId: 31 } },
  before: { company: 'Old Works', language: 'en', phone: '1' },
  after: { company: 'New Works', language: 'en', tools: [{ tool: 'basics' }] },
  requestId: 'req-1',
};

const pageStates: Record<string, PageState> = {
  'the settings': {
    opens: opens('/settings', 'Administrator', (server) => answerSettings(server)),
    steps: [sees(page.getByRole('main').getByRole('link', { name: 'Licence policies' }))],
  },
  'the queue of work and the item beside it': {
    opens: opensForStaff('/', 'Salesman', (server) => {
      answerFigures(server);
      server.answer(staffInbox.inbox, () =>
        createInbox({ gaps: { total: 1, items: [{ country: 'NO', brand: 'red', people: 3 }] } }),
      );
    }),
    steps: [
      sees(page.getByRole('link', { name: /Norway, Basics Red/ })),
      clicks(/Norway, Basics Red/, 'link'),
      sees(page.getByRole('link', { name: /^Assign a salesman/ })),
    ],
  },
  'the status page': {
    opens: opens('/status', 'Administrator', (server) => server.answer(status.get, () => statusReport)),
    steps: [async () => page.getByText(/all right$/).click(), sees(page.getByRole('region', { name: 'Backups' }))],
  },
  'an audit entry and the audit trail': {
    opens: opensForStaff('/admin/audit?entry=12', 'Administrator', (server) => {
      server.answer(audit.search, () => ({ ...createUserPage(entry), actions: ['user.update'], kinds: ['user'] }));
      server.answer(audit.verification, () => ({
        running: false,
        last: null,
        newest: null,
        seal: null,
        waiting: { entries: 0, since: null },
      }));
    }),
    steps: [
      sees(page.getByRole('dialog', { name: 'Audit entry 12' }).getByText('Changed')),
      clicks('Close'),
      clicks('Filters'),
      sees(page.getByLabelText('From')),
    ],
  },
  'an e-mail, and the list of e-mails': {
    opens: opens('/admin/mail?mail=2', 'Administrator', (server) => {
      server.answer(mail.search, () => ({ ...createUserPage(letter), delivers: true }));
      server.answer(mail.get, () => ({ ...letter, text: 'Hello Lars,\n\nyour link.', html: '<b>Hello</b>' }));
    }),
    steps: [
      sees(page.getByRole('button', { name: 'Send again' })),
      clicks('Close'),
      sees(page.getByRole('row', { name: /lars@office/ })),
    ],
  },
  'the list and panel of licences': {
    opens: opensForStaff('/licenses', 'Salesman', (server) => {
      answerLicenses(server);
      answerLicenseAdmin(server, [createOwnedLicense(), alan]);
      server.answer(licenses.get, () => createLicense({ licenseId: 2, machineName: 'LAPTOP-7' }));
    }),
    steps: [
      sees(page.getByRole('button', { name: 'Filters' })),
      seesCard(/in 12 days/),
      clicks('LAPTOP-7', 'link'),
      clicks('Revoke'),
      sees(page.getByRole('textbox', { name: 'Reason' })),
    ],
  },
  'the list of users with its filters': {
    opens: opensForStaff('/users', 'Administrator'),
    steps: [
      seesCard(/Germany/),
      // The name is the title of the card, so the card does not show the header of the name column.
      async () => {
        const title = page.getByRole('cell', { name: /^Grace Hopper/ }).element();
        expect(getComputedStyle(title, '::before').content).toBe('none');
      },
      () => expect.element(page.getByRole('combobox', { name: 'Country' })).not.toBeInTheDocument(),
      clicks('Filters'),
      sees(page.getByRole('combobox', { name: 'Country' })),
    ],
  },
  'the form for a new user': {
    opens: () => openUserCreation('/users/create'),
    steps: [
      () => page.getByText('More', { exact: true }).click(),
      sees(page.getByRole('button', { name: 'Create user' })),
    ],
  },
  'the page of a user, with the login': {
    opens: opensForStaff('/users/101/edit', 'Administrator'),
    steps: [clicks('Account actions'), sees(page.getByRole('button', { name: 'Change login' }))],
    widths: [320],
  },
  'the rejection of a request': {
    opens: opensForStaff('/requests', 'Salesman', (server) => answerRequests(server, [createApplicant()])),
    steps: [
      clicks('Grace Hopper', 'link'),
      clicks('Reject'),
      sees(page.getByRole('textbox', { name: 'Reason for the rejection' })),
    ],
  },
  'the list of help requests': {
    opens: opensForStaff('/help-requests', 'Salesman', (server) => {
      server.answer(helpRequests.search, () => createUserPage<HelpRequest>(createHelpRequest()));
      server.answer(helpRequests.get, () => createHelpCase());
      server.answer(users.options, () => createUserOptions(createUser('Salesman').permissions));
    }),
    steps: [sees(page.getByText('No free seat'))],
    widths: [320],
  },
  'a tool': {
    opens: opens('/admin/tools?tool=basics', 'Administrator', (server) => answerTools(server)),
    steps: [sees(page.getByRole('group', { name: 'Config Rail', exact: true }))],
    widths: [390],
  },
  'the service accounts': {
    opens: opens('/admin/integrations', 'Administrator', (server) => answerServiceAccounts(server)),
    steps: [
      sees(page.getByRole('region', { name: 'Shop' })),
      sees(page.getByRole('region', { name: /orders\.example\.com/ })),
    ],
    widths: [320],
  },
  'the brands': {
    opens: opens('/admin/brands', 'Administrator', (server) => answerBrands(server)),
    steps: [sees(page.getByRole('link', { name: 'Basics Blue', exact: true }))],
    widths: [390],
  },
  'the assignments of salesmen': {
    opens: () => openAssignmentsPage({ assignments: [createAssignment()] }),
    steps: [
      clicks('Edit Italy, Basics Blue, Anna Rossi'),
      sees(page.getByRole('button', { name: 'Save' })),
      clicks('Cancel'),
      clicks('Filters'),
      sees(page.getByRole('combobox', { name: 'Continent' })),
    ],
  },
  'the countries without a salesman': {
    opens: () =>
      openAssignmentsPage({
        at: '/country-salesman?view=coverage',
        prepareServer: (server) =>
          server.answer(countrySalesmen.coverage, () => ({
            rows: [
              {
                country: 'IT',
                continent: 'Europe',
                brands: [
                  {
                    brand: 'blue',
                    salesmen: [{ userId: 2, firstName: 'Anna', lastName: 'Rossi' }],
                    users: 4,
                    requests: 0,
                  },
                  { brand: 'red', salesmen: [], users: 2, requests: 1 },
                ],
              },
            ],
          })),
      }),
    steps: [
      async () => page.getByText('Map of the countries').click(),
      sees(page.getByRole('button', { name: /^Italy.*No salesman/ })),
    ],
  },
  'the list of release notes': {
    opens: opens('/admin/release-notes', 'Administrator', (server) =>
      answerNotes(server, createNote({ title: 'Basics 1.4' })),
    ),
    steps: [sees(page.getByRole('link', { name: 'Basics 1.4' }))],
    widths: [320, 1280],
  },
  'the form of a release note': {
    opens: opens('/admin/release-notes/1/edit', 'Administrator', (server) => answerNotes(server, createNote())),
    steps: [sees(page.getByRole('textbox', { name: 'Title', exact: true }))],
    widths: [320],
  },
  'a release note with long words': {
    opens: opens('/release-notes', undefined, (server) => answerNotes(server, longLink)),
    steps: [sees(page.getByText('z'.repeat(200)))],
  },
  'the legal texts': {
    opens: opens('/terms', undefined, (server) => server.answer(legal.get, () => ({ text: '', version: 0 }))),
    steps: [sees(page.getByText('Your account is for you only', { exact: false }))],
    widths: [390, 1280],
    theme: 'dark',
  },
  'the preferences': {
    opens: () => openAccount((server) => server.answer(users.preferences, () => createPreferences())),
    steps: [sees(page.getByRole('region', { name: 'User preferences' }).getByLabelText('Graph thickness'))],
  },
  'My Account with a long login': {
    opens: () =>
      openPortal({
        at: '/account',
        user: createUser('OEM', { userEmail: 'a.very.long.name.indeed@department.of.an.office.example' }),
        prepareServer: answerLicenses,
      }),
    steps: [sees(page.getByRole('region', { name: 'User preferences' }))],
    widths: [320],
  },
  'the list of companies': {
    opens: opensForStaff('/companies', 'Salesman', answerCompany),
    steps: [sees(page.getByText('Granite Machinery AB'))],
    widths: [320, 1280],
  },
  'the page of a company': {
    opens: opensForStaff('/companies/1', 'Salesman', answerCompany),
    steps: [sees(page.getByText('PLANT-01').first()), clicks('Change Seats'), sees(page.getByText('Order or reason'))],
    widths: [320, 390, 1280],
    theme: 'dark',
  },
  'a customer of an agent': {
    opens: () =>
      openPortal({
        at: '/company?customer=5',
        user: {
          ...createUser('AgentDistributor'),
          company: { companyId: 1, name: 'Granite Machinery AB', role: 'manager' },
        },
        prepareServer: answerCompany,
      }),
    steps: [sees(page.getByText('PLANT-01').first()), sees(page.getByText('Move PCs from my stock'))],
    widths: [320],
  },
  'the PCs of a customer': {
    opens: () => openOwnPcs(),
    steps: [
      sees(locatePc('LAPTOP-7')),
      clicks('More for LAPTOP-7'),
      clicks('Remove PC (LAPTOP-7)'),
      sees(page.getByRole('alertdialog')),
    ],
    widths: [320, 390, 1280],
  },
  'a PC with a long name': {
    opens: () => {
      const license = createLicense({ expiryDate: createDay(3) });
      const machine = createMachine({ name: 'A-VERY-LONG-NAME-OF-A-PC-2026-X', license });
      return openOwnPcs([createToolUsage({ machines: [machine] })], undefined, '/');
    },
    steps: [sees(page.getByText('3 days left'))],
  },
  'the licence code of a checked code': {
    opens: opens(`/license/verify#c=${createVerificationCode()}`, 'DesignerOffice', answerLicenses),
    steps: [
      clicks('Issue licence'),
      clicks(/With a code/, 'radio'),
      sees(page.getByRole('img', { name: 'QR code of the licence code' })),
    ],
    widths: [1280, 390, 320],
  },
  'the lines of a dictated code': {
    opens: opens('/license/verify', 'DesignerOffice', answerLicenses),
    steps: [
      clicks('Other ways'),
      clicks('Type line by line'),
      sees(page.getByLabelText('Line 1')),
      clicks('Paste the code instead'),
      () => expect.element(page.getByLabelText('Verification code')).toHaveFocus(),
    ],
    widths: [320],
  },
  'the check of a return code': {
    opens: opens(`/license/verify#c=${returnCode}`, 'DesignerOffice', (server) => {
      answerLicenses(server);
      server.answer(licenseAdmin.giveBack, () => ({
        state: 'active' as const,
        license: createLicense(),
        owner: { ...createOwnedLicense().owner, userId: 42 },
        toolName: 'Basics',
        seatsUsed: 2,
        seatsAllowed: 2,
        movesUsed: 1,
        movesAllowed: 3,
      }));
    }),
    steps: [sees(page.getByRole('button', { name: 'Return licence' }))],
    widths: [1280, 390],
  },
  'the code of a PC that waits': {
    opens: opens('/activate#c=WDJB-MJHT', 'DesignerOffice', (server) => {
      answerLicenses(server);
      server.answer(activation.findActivation, () => ({
        userCode: 'WDJB-MJHT',
        verificationCode: createVerificationCode(),
        askedAt: new Date(Date.now() - 130_000).toISOString(),
        expiresAt: new Date(Date.now() + 770_000).toISOString(),
        address: '192.0.2.7',
        isSameNetwork: true,
      }));
    }),
    steps: [
      sees(page.getByText('WDJB-MJHT', { exact: true })),
      // A code on two lines is hard to compare.
      async () => expect(page.getByText('WDJB-MJHT', { exact: true }).element().getClientRects()).toHaveLength(1),
    ],
    widths: [1280, 390, 320],
  },
  'the sign-in page, blue': {
    opens: opensForBrand('/sign-in', 'blue'),
    steps: [seesAccessible(page.getByRole('button', { name: 'Designer office' }))],
    widths: [1280],
  },
  'the sign-in page, blue, dark': {
    opens: opensForBrand('/sign-in', 'blue'),
    steps: [seesAccessible(page.getByRole('button', { name: 'Designer office' }))],
    widths: [1280],
    theme: 'dark',
  },
  'the sign-in page, red, dark': {
    opens: opensForBrand('/sign-in', 'red'),
    steps: [seesAccessible(page.getByRole('button', { name: 'Designer office' }))],
    widths: [390],
    theme: 'dark',
  },
  'the sign-in page, red': {
    opens: opensForBrand('/sign-in', 'red'),
    steps: [seesAccessible(page.getByRole('button', { name: 'Designer office' }))],
    widths: [320],
  },
  'the dialog Change login, blue': {
    opens: opensForBrand('/account/security', 'blue', 'OEM'),
    steps: [clicks('Change login'), seesAccessible(page.getByRole('button', { name: 'Send link' }))],
    widths: [1280],
  },
  'the dialog Change login, red, dark': {
    opens: opensForBrand('/account/security', 'red', 'OEM'),
    steps: [clicks('Change login'), seesAccessible(page.getByRole('button', { name: 'Send link' }))],
    widths: [390],
    theme: 'dark',
  },
  'the page for a forgotten password': {
    opens: opens('/password/forgot', undefined, answerHumanCheck),
    steps: [sees(page.getByRole('button', { name: 'Send link' }))],
    widths: [320, 1280],
  },
  'the page for a new password': {
    opens: opens('/password/reset#token=abc', undefined, (server) => {
      answerHumanCheck(server);
      const link = { purpose: 'reset' as const, login: 'ada@office.example', validUntil: '2027-01-01T12:00:00.000Z' };
      server.answer(session.checkLink, () => link);
    }),
    steps: [sees(page.getByRole('button', { name: 'Set password' }))],
    widths: [320, 1280],
    theme: 'dark',
  },
  'the second step of the sign-in': {
    opens: opens('/sign-in', undefined, (server) => {
      const fields = { secondFactor: serverMessages.authenticatorCode, passkey: serverMessages.usePasskey };
      server.answer(session.passkeyOptions, () => passkeyOptions);
      server.answer(session.signIn, () => createRefusal('SECOND_STEP_NEEDED', { fields }));
    }),
    steps: [
      types('Login', 'ada@office.example'),
      types('Password', 'Quartz-Lantern-27'),
      () => page.getByRole('button', { name: 'Sign in', exact: true }).click(),
      sees(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })),
    ],
    widths: [320, 1280],
    theme: 'dark',
  },
};

test.each(Object.entries(pageStates))('a narrow and a wide window have room for %s', async (_, pageState) => {
  const { opens: open, steps, theme, widths = [390, 320] } = pageState;
  await page.viewport(widths[0] ?? 390, 800);
  if (theme) document.documentElement.dataset['theme'] = theme;
  await open(widths);
  // oxlint-disable-next-line no-await-in-loop -- each step needs the page after the step before it
  for (const step of steps) await step(widths);
});
