import { audit, type AuditEntry, type AuditVerification } from '@basics/contract/audit/audit.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserRecord } from '#portal/testing/records/users.ts';

const updateEntry: AuditEntry = {
  auditId: 12,
  at: '2027-03-14T09:26:05.250Z',
  actor: { userId: 7, name: 'Anna Rossi' },
  action: 'user.update',
  subject: { kind: 'user', id: '31', record: { name: 'Ada Berg', userId: 31 } },
  before: { company: 'Old Works', language: 'en', phone: '1' },
  after: { company: 'New Works', language: 'en', tools: [{ tool: 'basics' }] },
  requestId: 'req-1',
};
/** An entry with an action and a kind that this version of the portal does not know. */
const unknownEntry: AuditEntry = {
  ...updateEntry,
  auditId: 13,
  actor: null,
  action: 'thing.polish',
  subject: { kind: 'strange', id: null, record: null },
  before: null,
  after: null,
  requestId: null,
};

const annaUser = createUserRecord({ userId: 7, login: 'anna@office.example', firstName: 'Anna', lastName: 'Rossi' });

const verificationResult: AuditVerification = {
  running: false,
  last: {
    at: '2027-03-14T08:00:00.000Z',
    isWhole: true,
    entries: 1204,
    hash: 'ab'.repeat(32),
    auditId: null,
    why: null,
  },
  newest: { auditId: 1206, hash: 'cd'.repeat(32) },
  seal: { auditId: 1203, at: '2027-03-14T07:30:00.000Z', text: 'basics-audit-seal-1.1203' },
  waiting: { entries: 2, since: '2027-03-14T08:05:00.000Z' },
};

const createAuditPage = (...items: AuditEntry[]) => ({
  items,
  total: items.length,
  pageNumber: 1,
  pageSize: 20,
  actions: ['license.issue', 'thing.polish', 'user.update'],
  kinds: ['machine', 'strange', 'user'],
});

const openAudit = (prepareServer: (server: FakeServer) => void = () => {}, at = '/admin/audit') =>
  openPortal({
    at,
    user: createUser('Administrator'),
    prepareServer: (server) => {
      server.answer(audit.search, ({ body }) =>
        createAuditPage(
          ...[updateEntry, unknownEntry].filter(
            ({ action, actor }) =>
              [undefined, action].includes(body.action) && [undefined, actor?.userId].includes(body.actorId),
          ),
        ),
      );
      server.answer(audit.verification, () => verificationResult);
      server.answer(users.search, () => ({ items: [annaUser], total: 1, pageNumber: 1, pageSize: 10 }));
      server.answer(users.get, () => annaUser);
      prepareServer(server);
    },
  });

test('each entry shows its action in words, its actor and its record; the row has one link, and the panel links the record', async () => {
  const { screen } = await openAudit();
  const updateRow = screen.getByRole('row', { name: /Changed a user/ });
  await expect
    .element(updateRow)
    .toMatchTextContent(
      /Anna Rossi.*User 31 \(Ada Berg\).*Company Old Works → New Works.*Phone 1 → Empty.*Tools Empty → \[/,
    );
  expect(updateRow.getByRole('link').elements()).toHaveLength(1);
  await expect.element(screen.getByRole('row', { name: /Thing.polish/ })).toMatchTextContent(/Portal.*strange/);
  await updateRow.getByRole('link').click();
  await expect
    .element(screen.getByRole('dialog').getByRole('link', { name: 'User 31 (Ada Berg)' }))
    .toHaveAttribute('href', '/users/31');
  await expectAccessible();
});

test('the filters offer every action and every kind of record that the log contains, in words and in alphabetical order', async () => {
  const { screen } = await openAudit();
  const readOptions = (name: string) =>
    [...screen.getByRole('combobox', { name }).element().querySelectorAll('option')].map(({ label }) => label);
  await expect
    .poll(() => readOptions('Action'))
    .toEqual(['Action', 'Changed a user', 'Issued a licence', 'Thing.polish']);
  expect(readOptions('What')).toEqual(['What', 'PC', 'strange', 'User']);
});

test('an open entry shows the values before and after side by side, and names each kind of change', async () => {
  const { screen, address } = await openAudit();
  await screen.getByRole('link', { name: /^Changed a user/ }).click();
  await expect.poll(address).toBe('/admin/audit?entry=12');
  const panel = screen.getByRole('dialog', { name: 'Audit entry 12' });
  await expect.element(panel.getByText('Anna Rossi changed a user: User 31 (Ada Berg)', { exact: true })).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Anna Rossi' })).toHaveAttribute('href', '/users/7');
  await expect.element(panel.getByText(/March 2027 at \d\d:\d\d:05$/)).toBeVisible();
  await panel.getByText('Technical details').click();
  await expect.element(panel.getByText('user.update')).toBeVisible();
  await expect.element(panel.getByText('2027-03-14T09:26:05.250Z')).toBeVisible();
  await expect
    .element(panel.getByRole('row', { name: /^Company/ }))
    .toMatchTextContent(/Changed.*Old Works.*New Works/);
  await expect.element(panel.getByRole('row', { name: /^Default language/ })).toMatchTextContent(/Same/);
  await expect.element(panel.getByRole('row', { name: /^Phone/ })).toMatchTextContent(/Removed.*1.*Not recorded/);
  await expect
    .element(panel.getByRole('row', { name: /^Tools/ }))
    .toMatchTextContent(/Added.*Not recorded.*"tool": "basics"/);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/admin/audit');
  await screen.getByRole('link', { name: /^Changed a user/ }).click();
  await panel.getByRole('button', { name: 'Company' }).click();
  await expect.poll(address).toBe('/admin/audit?subjectKind=user&subjectId=31&field=company');
  const answer = screen.getByRole('row', { name: /Changed a user/ });
  await expect.element(answer).toMatchTextContent(/Anna Rossi.*Company Old Works → New Works$/);
});

test('beside an open entry, a press on another row opens its entry, and a press beside the rows closes the panel (T789)', async () => {
  const { screen, address } = await openAudit(undefined, '/admin/audit?entry=12');
  await expect.element(screen.getByRole('dialog', { name: 'Audit entry 12' })).toBeVisible();
  const rows = document.querySelectorAll('main tbody tr');
  const press = async (element: Element | null | undefined) =>
    userEvent.click(element ?? document.body, { force: true, position: { x: 8, y: 8 } });
  await press(rows[1]);
  await expect.poll(address).toBe('/admin/audit?entry=13');
  await expect.element(screen.getByRole('dialog', { name: 'Audit entry 13' })).toBeVisible();
  await press(document.querySelector('main h1'));
  await expect.poll(address).toBe('/admin/audit');
});

test('an entry without values shows a message', async () => {
  const { screen } = await openAudit(undefined, '/admin/audit?entry=13');
  await expect.element(screen.getByRole('dialog').getByText(/No values were recorded/)).toBeVisible();
});

test('an entry has buttons that show all entries of its actor and of its subject', async () => {
  const { screen, address } = await openAudit(undefined, '/admin/audit?entry=12');
  await screen.getByRole('button', { name: 'All entries by this user' }).click();
  await expect.poll(address).toBe('/admin/audit?actorId=7');
  await expect.element(screen.getByRole('button', { name: /Who: Anna Rossi \(anna@office.example\)/ })).toBeVisible();
  await screen.getByRole('link', { name: /^Changed a user/ }).click();
  await screen.getByRole('button', { name: 'All entries about this item' }).click();
  await expect.poll(address).toBe('/admin/audit?subjectKind=user&subjectId=31');
});

test('action, actor, subject and days filter the list and appear in the address and as chips', async () => {
  const { screen, address, server } = await openAudit();
  await screen.getByRole('combobox', { name: 'Action' }).selectOptions('Changed a user');
  await expect.poll(address).toBe('/admin/audit?action=user.update');
  await screen.getByRole('combobox', { name: 'Who' }).fill('anna');
  await expect.poll(() => server.requests(users.search).at(-1)?.body.keyword).toBe('anna');
  await screen.getByRole('option', { name: 'Anna Rossi (anna@office.example)' }).click();
  await expect.poll(address).toBe('/admin/audit?action=user.update&actorId=7');
  await expect.element(screen.getByRole('combobox', { name: 'Who' })).toHaveFocus();
  await screen.getByRole('combobox', { name: 'What' }).selectOptions('User');
  await screen.getByRole('button', { name: 'When' }).click();
  await screen.getByLabelText('From').fill('2027-03-01');
  await userEvent.keyboard('{Enter}');
  await screen.getByLabelText('To').fill('2027-03-31');
  await screen.getByRole('heading', { level: 1 }).click();
  await expect
    .poll(() => server.requests(audit.search).at(-1)?.body)
    .toMatchObject({ action: 'user.update', actorId: 7, subjectKind: 'user', from: '2027-03-01', to: '2027-03-31' });
  await screen.getByRole('button', { name: /^Remove filter Who/ }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Who' })).toHaveValue('');
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/admin/audit');
  await expect.element(screen.getByLabelText('From')).toHaveValue('');
});

test('a hidden column stays hidden when the list is opened again, and the column with the title of each row cannot be hidden', async () => {
  const whatHeading = page.getByRole('columnheader', { name: 'What' });
  const columnsButton = page.getByRole('button', { name: 'Columns' });
  const { screen } = await openAudit();
  await expect.element(whatHeading).toBeVisible();
  await columnsButton.click();
  const columnDialog = page.getByRole('dialog', { name: 'Columns' });
  await expect.element(columnDialog.getByRole('checkbox')).toHaveLength(4);
  await columnDialog.getByRole('checkbox', { name: 'What' }).click();
  await expect.element(whatHeading).not.toBeInTheDocument();
  await expectAccessible();
  await screen.unmount();
  await openAudit();
  await expect.element(page.getByRole('columnheader', { name: 'Action' })).toBeVisible();
  await expect.element(whatHeading).not.toBeInTheDocument();
});

test('a search without results can be cleared, and an empty log shows a message', async () => {
  const { screen, address } = await openAudit(
    (server) => server.answer(audit.search, () => createAuditPage()),
    '/admin/audit?keyword=nothing',
  );
  await expect.element(screen.getByText('Results not found')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/admin/audit');
  await expect.element(screen.getByText('No entries yet')).toBeVisible();
});

test('an audit log that cannot be loaded shows an error and can be retried', async () => {
  const { screen, server } = await openAudit((fakeServer) =>
    fakeServer.answer(audit.search, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('Failed to fetch Audit log')).toBeVisible();
  server.answer(audit.search, () => createAuditPage(updateEntry));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('row', { name: /Changed a user/ })).toBeVisible();
});

test('a button says until when all entries are verified, and opens the details and the start of a new verification (T1092)', async () => {
  const verifications = [verificationResult, { ...verificationResult, running: true }];
  const { screen } = await openAudit((server) => {
    server.answer(audit.verification, () => verifications[0] ?? verificationResult);
    server.answer(audit.verify, () => {
      verifications.shift();
      return verifications[0] ?? verificationResult;
    });
  });
  await screen.getByRole('button', { name: /^All entries until 14 Mar 2027, .* verified$/ }).click();
  const verificationCard = screen.getByRole('dialog', { name: 'Verification' });
  await expect
    .element(verificationCard)
    .toMatchTextContent(/14 March 2027.*1,204 entries.*entry 1203.*2 entries, the oldest of 14 March 2027/);
  await verificationCard.getByText('Newest entry and seal').click();
  await expect.element(verificationCard).toMatchTextContent(/1206 \(cdcd.*basics-audit-seal-1\.1203/);
  await expectAccessible();
  await verificationCard.getByRole('button', { name: 'Verify now' }).click();
  await expect
    .element(verificationCard.getByRole('button', { name: 'Verifying…' }))
    .toHaveAttribute('aria-disabled', 'true');
});

test('for a broken audit log the card shows the broken entry and what to do', async () => {
  const brokenResult = {
    ...verificationResult.last,
    at: '2027-03-14T08:00:00.000Z',
    isWhole: false,
    entries: 0,
    hash: null,
  };
  const { screen } = await openAudit((server) => {
    server.answer(audit.verification, () => ({
      ...verificationResult,
      last: { ...brokenResult, auditId: 7, why: 'The entry was changed.' },
    }));
  });
  const verificationCard = screen.getByRole('region', { name: 'Verification' });
  await expect
    .element(verificationCard)
    .toMatchTextContent(/Broken.*Entry 7: The entry was changed\..*portal audit verify/);
  await expectAccessible();
});

test('a verification that cannot be loaded or started shows an error', async () => {
  const { screen, server } = await openAudit((fakeServer) =>
    fakeServer.answer(audit.verification, () => createRefusal('INTERNAL')),
  );
  await expect.element(screen.getByText('The verification could not be loaded')).toBeVisible();
  server.answer(audit.verification, () => verificationResult);
  server.answer(audit.verify, () => createRefusal('INTERNAL'));
  const verificationCard = screen.getByRole('region', { name: 'Verification' });
  await verificationCard.getByRole('button', { name: 'Try again' }).click();
  await screen.getByRole('button', { name: /^All entries until 14 Mar 2027, .* verified$/ }).click();
  const details = screen.getByRole('dialog', { name: 'Verification' });
  await details.getByRole('button', { name: 'Verify now' }).click();
  await expect.element(details.getByText('The verification could not be started')).toBeVisible();
});

test('the entries of one act are one row, which unfolds; the pages show no numbers of rows while entries are folded (T1093)', async () => {
  const createReminder = (auditId: number, minute = '26'): AuditEntry => ({
    ...unknownEntry,
    auditId,
    at: `2027-03-14T09:${minute}:05.250Z`,
    action: 'license.remind',
    subject: { kind: 'license', id: String(auditId), record: { name: `PC-${auditId}`, userId: 31 } },
  });
  await openAudit((server) =>
    server.answer(audit.search, () => ({
      ...createAuditPage(
        updateEntry,
        createReminder(20),
        createReminder(21),
        createReminder(22),
        createReminder(23, '31'),
      ),
      total: 45,
    })),
  );
  const rows = page.getByRole('table').getByRole('row');
  await expect.element(rows.nth(2)).toMatchTextContent(/PC-20.*and 2 more/);
  expect(rows.elements()).toHaveLength(4);
  await expectAccessible();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(pages).toMatchTextContent('of 3');
  await expect.element(pages).not.toMatchTextContent('1–5');
  await rows.nth(2).getByRole('button', { name: 'and 2 more' }).click();
  await expect.element(pages).toMatchTextContent('1–5');
  await expect.element(rows.nth(4)).toMatchTextContent(/PC-22/);
  expect(rows.elements()).toHaveLength(6);
});
