import {
  askForHelp,
  createPcCode,
  createTextsWithVectors,
  createUsersWithVectors,
  issueLicenses,
  pcNameVectors,
  createAuthenticatorApps,
  nameBrands,
  requestAccounts,
} from './hostile-portal.ts';
import type { Mailbox } from './mailbox.ts';
import { expectMailsWithoutActiveContent } from './neutral-mails.ts';
import { removeWhiteSpace, readPageText, parseCsv, watchScripts } from './no-script-runs.ts';
import { createVisitor, expectAllTexts } from './page-visitor.ts';
import { toVisibleLine } from '@basics/contract/fields/visible-line.ts';
import { toMachineName as machineName } from '@basics/licensing/machine-name.ts';
import { createCaller, readId, listItems, createToken } from './portal-api.ts';
import type { StartPortal } from './running-portal.ts';
import { findVector, vectors, joinVectors } from './script-vectors.ts';
import { expect, reloadPage, test } from './test.ts';

/** The vectors as the portal stores them in names: without invisible characters. */
const storedNames = vectors.map(toVisibleLine);

const listPages = (path: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${path}${path.includes('?') ? '&' : '?'}pageNumber=${index + 1}`);

const pickEveryNth = <Item>(list: readonly Item[], count: number): Item[] =>
  list.filter((_, index) => index % Math.ceil(list.length / count) === 0);

/** Starts a new portal whose records contain the vectors, and creates the sessions that read these records. */
async function openHostilePortal(mailbox: Mailbox, startOwnPortal: StartPortal) {
  const environment = { SMTP_URL: mailbox.url, HUMAN_VERIFICATION: 'off', TRUSTED_PROXIES: '127.0.0.0/8,::1' };
  const portal = await startOwnPortal({ args: ['--demo'], environment });
  const call = createCaller(portal);
  const token = await createToken(call, 'administrator@demo.example');
  const [small, oem, office] = await Promise.all(
    ['smallcustomer', 'oem', 'designeroffice'].map(async (profile) => {
      const ownToken = await createToken(call, `${profile}@demo.example`);
      return { token: ownToken, id: readId(await call('GET /user', { token: ownToken }), 'userId') };
    }),
  );
  if (!small || !oem || !office) throw new Error('The demo lacks its accounts.');
  await nameBrands(call, token, 0);
  await requestAccounts(call, token, mailbox);
  await createUsersWithVectors(call, token);
  await createTextsWithVectors(call, token);
  await issueLicenses(call, token, small);
  await askForHelp(call, token, [small, oem, office]);
  return { portal, call, token, small };
}

test('all pages show sixty texts that could run as scripts only as text, so the Content-Security-Policy has nothing to block (T015)', async ({
  browser,
  mailbox,
  startOwnPortal,
}) => {
  test.setTimeout(1_800_000);
  expect(new Set(vectors).size).toBe(60);
  const { portal, call, token, small } = await openHostilePortal(mailbox, startOwnPortal);
  const context = await browser.newContext();
  const { ranScripts } = await watchScripts(context);
  const administratorVisitor = await createVisitor(context, portal.address, token);
  const expectTextsOn = (step: string, paths: readonly string[], texts: readonly string[] = vectors): Promise<void> =>
    test.step(step, async () => {
      await expectAllTexts(administratorVisitor, paths, texts);
      expect(ranScripts, step).toEqual([]);
    });
  const listIds = async (searchPath: string, name: string, body: Record<string, unknown> = {}): Promise<number[]> =>
    listItems(await call(`POST ${searchPath}`, { token, body: { pageSize: 200, ...body } }))
      .map((each) => readId(each, name))
      .toSorted((one, other) => one - other);

  await expectTextsOn(
    'users',
    listPages('/users?keyword=vector.example&columns=company,phone,crmAccount', 2),
    storedNames,
  );
  const users = await listIds('/user/search', 'userId', { keyword: 'made-' });
  await expectTextsOn(
    'one user',
    pickEveryNth(users, 4).map((id) => `/users/${id}/edit`),
    [],
  );
  const suspended = await listIds('/user/search', 'userId', { status: 'suspended' });
  await expectTextsOn(
    'suspended users',
    suspended.map((id) => `/users/${id}/edit`),
    [],
  );
  const requestLists = ['', '&status=rejected', '&status=approved'].flatMap((status) =>
    listPages(`/requests?keyword=asks-${status}`, 1),
  );
  await expectTextsOn('requests', requestLists, storedNames);
  const requests = await listIds('/pending-request/search', 'userId', { keyword: 'asks-' });
  await expectTextsOn(
    'one request',
    pickEveryNth(requests, 4).map((id) => `/requests?request=${id}`),
    [],
  );
  await expectTextsOn(
    'an approval',
    pickEveryNth(requests, 2).map((id) => `/users/${id}/create`),
    [],
  );

  await expectTextsOn('licences', listPages(`/licenses?userId=${small.id}`, 2), pcNameVectors.map(machineName));
  const licenses = await listIds('/license/search', 'licenseId', { userId: small.id });
  await expectTextsOn(
    'one licence',
    pickEveryNth(licenses, 4).map((id) => `/licenses?license=${id}`),
    [],
  );
  await expectTextsOn('CRM', listPages('/admin/crm?sort.field=name&sort.direction=asc', 6), storedNames);
  await expectTextsOn(
    'help',
    ['open', 'replied'].map((state) => `/help-requests?state=${state}`),
    [],
  );
  const requestIds = [
    ...(await listIds('/help-request/search', 'helpRequestId', { state: 'open' })),
    ...(await listIds('/help-request/search', 'helpRequestId', { state: 'replied' })),
  ];
  await expectTextsOn(
    'one help request',
    requestIds.map((id) => `/help-requests?request=${id}`),
  );

  await expectTextsOn('release notes of staff', ['/admin/release-notes']);
  await expectTextsOn('release notes', ['/release-notes']);
  const notes = await listIds('/release-note/search', 'releaseId');
  const someNotes = pickEveryNth(notes, 2);
  await expectTextsOn(
    'one release note',
    someNotes.flatMap((id) => [
      `/admin/release-notes/${id}`,
      `/admin/release-notes/${id}/edit`,
      `/release-notes/${id}`,
    ]),
    [],
  );
  const tools = ['/admin/tools', '/admin/policies', ...[0, 11].map((tool) => `/admin/tools?tool=tool-${tool}`)];
  await expectTextsOn('tools', tools, storedNames);
  await expectTextsOn('legal texts', [
    '/legal-notice',
    '/admin/brands/blue/legal/terms',
    '/terms',
    '/legal-disclaimer',
  ]);
  await expectTextsOn('mail', listPages('/admin/mail', 1), []);
  const letters = await listIds('/mail/search', 'mailId');
  await expectTextsOn(
    'one mail',
    pickEveryNth(letters, 4).map((id) => `/admin/mail?mail=${id}`),
    [],
  );
  await expectTextsOn('audit', listPages('/admin/audit', 2), []);
  const auditIds = await listIds('/audit/search', 'auditId');
  await expectTextsOn(
    'one entry',
    pickEveryNth(auditIds, 8).map((id) => `/admin/audit?entry=${id}`),
    [],
  );
  await expectTextsOn('home and imports', ['/', '/admin/import', '/country-salesman', '/account'], []);

  await test.step('search by address', async () => {
    const lists = [
      '/users',
      '/requests',
      '/licenses',
      '/help-requests',
      '/country-salesman',
      '/admin/release-notes',
      '/release-notes',
      '/admin/crm',
      '/admin/mail',
      '/admin/audit',
    ];
    for (const [index, list] of lists.entries()) {
      const vector = findVector(index * 6);
      const keyword = encodeURIComponent(vector);
      await expectAllTexts(administratorVisitor, [`${list}?keyword=${keyword}`], [vector]);
      // A filter of a list ignores values that do not exist.
      await administratorVisitor.read(
        `${list}?status=${keyword}&sort.field=${keyword}&brand=${keyword}&pageNumber=${keyword}`,
      );
    }
    const addresses = [
      '/users/$/edit',
      '/users/$/create',
      '/release-notes/$',
      '/admin/release-notes/$',
      '/admin/brands/$',
      '/auth/temp?token=$',
      '/activation?token=$',
      '/register/confirm?token=$',
      '/license/verify#$',
      '/$',
    ];
    for (const [index, pathPattern] of addresses.entries())
      await administratorVisitor.read(
        pathPattern.replace('$', () => encodeURIComponent(findVector(index * 7).replaceAll('.', ''))),
        'loaded',
      );
    expect(ranScripts).toEqual([]);
  });

  await test.step('brands, in the HTML of the page before any script is loaded', async () => {
    for (let first = 0; first < 60; first += 8) {
      await nameBrands(call, token, first);
      const brandNames = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => toVisibleLine(findVector(first + number)));
      const reloadingVisitor = {
        ...administratorVisitor,
        read: (path: string) => administratorVisitor.read(path, 'loaded'),
      };
      await expectAllTexts(reloadingVisitor, ['/admin/brands'], brandNames);
      expect(removeWhiteSpace(await administratorVisitor.page.title())).toContain(
        removeWhiteSpace(toVisibleLine(findVector(first))),
      );
    }
    for (const brand of ['blue', 'red', 'brand5']) await administratorVisitor.read(`/admin/brands/${brand}`);
    expect(ranScripts).toEqual([]);
  });

  await test.step('the customer', async () => {
    const ownContext = await browser.newContext();
    const scriptWatch = await watchScripts(ownContext);
    const customer = await createVisitor(ownContext, portal.address, small.token);
    await expectAllTexts(customer, listPages('/pcs/licences', 2), pcNameVectors.map(machineName));
    await customer.read('/');
    const checkedCode = createPcCode(findVector(9), 200);
    await customer.read('/license/verify');
    await customer.page.getByLabel('Verification code').fill(checkedCode);
    await expect(customer.page.getByText(machineName(findVector(9))).first()).toBeVisible();
    await customer.read('/license/many');
    await customer.page
      .getByLabel('Verification codes')
      .fill([10, 35, 6].map((index) => createPcCode(findVector(index), 201 + index)).join('\n\n'));
    await customer.page.getByRole('button', { name: 'Check codes' }).click();
    await expect(customer.page.getByText(machineName(findVector(35)), { exact: true }).first()).toBeVisible();
    await readPageText(customer.page, 'many');
    expect(scriptWatch.ranScripts).toEqual([]);
    await ownContext.close();
  });

  await test.step('names of second factors, and devices', async () => {
    const ownContext = await browser.newContext();
    const scriptWatch = await watchScripts(ownContext);
    const expertToken = await createToken(call, 'applicationexpert@demo.example');
    for (const first of [0, 30]) {
      const userAgent = joinVectors(first, 10)
        .replaceAll(/[^\x20-\x7E]+/g, ' ')
        .slice(0, 300);
      await createToken(call, 'applicationexpert@demo.example', { userAgent, clientAddress: `10.3.${first}.1` });
    }
    const visitor = await createVisitor(ownContext, portal.address, expertToken);
    const renameApps = await createAuthenticatorApps(call, expertToken);
    for (const first of [0, 30]) {
      await renameApps(first);
      await reloadPage(visitor.page);
      await expectAllTexts(
        visitor,
        ['/account/security'],
        [0, 1, 2, 3, 4, 5].map((number) => findVector(first + number)),
      );
    }
    expect(scriptWatch.ranScripts).toEqual([]);
    await ownContext.close();
  });

  await test.step('tables for spreadsheets', async () => {
    for (const table of [
      'user',
      'pending-request',
      'country-brand-salesman',
      'license',
      'mail',
      'audit',
      'crm-account',
    ]) {
      const { text } = await call(`POST /${table}/export`, { token, body: {} });
      const cells = parseCsv(String(text)).flat();
      expect(
        cells.filter((cell) => /^[=+\-@\t\r]/.test(cell)),
        table,
      ).toEqual([]);
      if (table === 'user' || table === 'crm-account')
        expect(
          storedNames.filter((vector) => !cells.includes(vector) && !cells.includes(`'${vector}`)),
          table,
        ).toEqual([]);
    }
  });

  await test.step('e-mails', () => expectMailsWithoutActiveContent(context, call, token));
  expect(ranScripts).toEqual([]);
  await context.close();
});
