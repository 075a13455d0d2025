import { endpoints } from '@basics/contract/api.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { readProblemCode, readToken } from '#server/testing/portal.ts';

async function openViews(kind: DatabaseKind) {
  const fixture = await openHelpRequests(kind);
  const { portal, root } = fixture;
  const asRoot = await portal.signIn('root@portal.example');
  const beginView = (id: number, token = asRoot) => portal.call(viewAs.viewAs, { token, params: { id } });
  const viewAsUser = async (id: number) => readToken((await beginView(id)).body);
  const readUser = async (token: string) => {
    const { status, body } = await portal.call(users.current, { token });
    return status === 200 ? users.current.reply.parse(body).userEmail : status;
  };
  return { ...fixture, root, asRoot, begin: beginView, view: viewAsUser, readUser };
}

describe.each(defaultDatabases)('an administrator views the portal as a user (%s)', (kind) => {
  test('an administrator who views the portal as a user sees the pages of the user, but no licence code and no verification code (T410)', async () => {
    const { portal, ada, simon, view, readUser, askSuccessfully } = await openViews(kind);
    const { helpRequestId } = await askSuccessfully();
    const asAda = await view(ada.id);
    expect(await readUser(asAda)).toBe('ada@customer.example');
    const listResponse = await portal.call(licenses.list, { token: asAda, params: { id: ada.id } });
    const ownResponse = await portal.call(licenses.list, { token: ada.token, params: { id: ada.id } });
    const { items } = licenses.list.reply.parse(listResponse.body);
    expect(items.map(({ licenseId }) => licenseId)).toEqual(
      licenses.list.reply.parse(ownResponse.body).items.map(({ licenseId }) => licenseId),
    );
    expect(items.map(({ licenseCode, verificationCode }) => [licenseCode, verificationCode])).toEqual(
      items.map(() => ['hidden', 'hidden']),
    );
    // In the view as a salesman, the administrator does not see a customer who is out of the salesman's scope.
    const foreignUser = await portal.addUser({ login: 'foreign@far.example', country: 'NO' });
    const asSimon = await view(simon.id);
    expect((await portal.call(users.get, { token: asSimon, params: { id: foreignUser } })).status).toBe(404);
    const expectedTexts = [
      await portal.call(licenseAdmin.search, { token: asSimon, body: {} }),
      await portal.call(helpRequests.get, { token: asSimon, params: { id: helpRequestId } }),
    ].map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
    for (const expectedText of expectedTexts) {
      expect(expectedText).toMatch(/^200 /);
      expect(expectedText).not.toMatch(/B[VL]-/);
    }
  });

  test('the audit log names the administrator and the user, the sessions of the user continue, and a call ends the view (T412)', async () => {
    const { portal, root, ada, view, readUser } = await openViews(kind);
    const listSessions = async () =>
      session.list.reply.parse((await portal.call(session.list, { token: ada.token })).body).items.length;
    const sessionsBefore = await listSessions();
    const token = await view(ada.id);
    expect(await listSessions()).toBe(sessionsBefore);
    expect((await portal.call(viewAs.endViewAs, { token })).status).toBe(204);
    expect(await readUser(token)).toBe(401);
    expect(await readUser(ada.token)).toBe('ada@customer.example');
    const rows = await selectAuditEntries(portal.database.kysely)
      .select(['action', 'actorId', 'subjectId'])
      .where('action', 'in', ['session.viewAs', 'session.endViewAs'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, actorId, subjectId }) => [action, actorId, Number(subjectId)])).toEqual([
      ['session.viewAs', root.id, ada.id],
      ['session.endViewAs', root.id, ada.id],
    ]);
  });

  test('a view ends after 15 minutes, when the session that started it ends, and when the viewed account is suspended (T409)', async () => {
    const { portal, ada, simon, asRoot, view, readUser } = await openViews(kind);
    const { kysely } = portal.database;
    const firstView = await view(ada.id);
    portal.pass(minutes(15) - 1000);
    expect(await readUser(firstView)).toBe('ada@customer.example');
    portal.pass(1000);
    expect(await readUser(firstView)).toBe(401);

    const secondView = await view(ada.id);
    const thirdView = await view(simon.id);
    expect(await readUser(secondView)).toBe(401);
    await kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', simon.id).execute();
    expect(await readUser(thirdView)).toBe(401);

    const fourthView = await view(ada.id);
    await kysely.deleteFrom('viewings').execute();
    expect(await readUser(fourthView)).toBe(401);
    const fifthView = await view(ada.id);
    await portal.call(session.signOut, { token: asRoot });
    expect(await readUser(fifthView)).toBe(401);
  });

  test('viewing the portal as an administrator, as oneself, or as an inactive or unknown user is refused, and a salesman cannot view the portal as another user (T413)', async () => {
    const { portal, ada, simon, root, begin, view } = await openViews(kind);
    const otherAdministrator = await portal.addUser({ login: 'other@portal.example', profileId: 1 });
    const suspendedUser = await portal.addUser({ login: 'suspended@customer.example', status: 'suspended' });
    const beginAndReadProblem = async (id: number, token?: string) => readProblemCode((await begin(id, token)).body);
    expect(await beginAndReadProblem(otherAdministrator)).toBe('VIEW_REFUSED');
    expect(await beginAndReadProblem(suspendedUser)).toBe('VIEW_REFUSED');
    expect(await beginAndReadProblem(root.id)).toBe('OWN_ACCOUNT');
    expect(await beginAndReadProblem(2_000_000_000)).toBe('USER_NOT_FOUND');
    expect(await beginAndReadProblem(ada.id, simon.token)).toBe('NOT_PERMITTED');
    expect(await beginAndReadProblem(ada.id, await view(simon.id))).toBe('NOT_PERMITTED');
  });
});

describe.each(defaultDatabases)('a view as a user (%s)', (kind) => {
  test('every call that changes data is refused and changes nothing, as a customer and as a salesman (T411)', async () => {
    const { portal, ada, simon, view } = await openViews(kind);
    const countRows = async () => {
      const tables = ['audit', 'licenses', 'outbox', 'sessions', 'saved_views', 'calendar_feeds', 'users'];
      const counts = tables.map((table) => sql`select count(*) from ${sql.table(table)}`);
      return (await sql`select ${sql.join(counts.map((count) => sql`(${count})`))}`.execute(portal.database.kysely))
        .rows;
    };
    const allowedCalls = new Set<string>();
    for (const person of [ada, simon]) {
      const token = await view(person.id);
      const countsBefore = await countRows();
      for (const endpoint of endpoints.filter(({ name }) => name !== 'session.endViewAs')) {
        const params = { id: person.id, licenseId: 1, machineId: 1, helpRequestId: 1, document: 'terms' };
        const { status, body } = await portal.call(endpoint, {
          token,
          params,
          ...(endpoint.method !== 'GET' && { body: {} }),
        });
        const code = readProblemCode(body);
        if (code === 'VIEW_ONLY' || code === 'NOT_PERMITTED')
          expect([endpoint.name, status]).toEqual([endpoint.name, 403]);
        else allowedCalls.add(endpoint.name);
      }
      expect(await countRows()).toEqual(countsBefore);
    }
    // These calls are allowed in a view, because they change nothing. A call in this list must not write, and must not
    // show a secret.
    expect([...allowedCalls].toSorted()).toEqual([
      'brands.setup',
      'countrySalesmen.coverage',
      'countrySalesmen.impact',
      'countrySalesmen.options',
      'countrySalesmen.recipient',
      'countrySalesmen.search',
      'fleet.versions',
      'helpRequests.get',
      'helpRequests.listOf',
      'helpRequests.search',
      'home.counts',
      'home.figures',
      'home.inbox',
      'legal.get',
      'licenseAdmin.get',
      'licenseAdmin.lostMachines',
      'licenseAdmin.machines',
      'licenseAdmin.search',
      'licenses.entitlements',
      'licenses.get',
      'licenses.list',
      'licenses.renewalMonths',
      'licenses.renewalStates',
      'licenses.renewalWeeks',
      'registration.configTool',
      'registration.countries',
      'releaseNotes.get',
      'releaseNotes.list',
      'requests.evidence',
      'requests.get',
      'requests.options',
      'requests.search',
      'savedViews.list',
      'tools.configTools',
      'tools.licensable',
      'users.crm',
      'users.current',
      'users.get',
      'users.history',
      'users.listDeleted',
      'users.options',
      'users.preferences',
      'users.readAbsence',
      'users.search',
      'users.timeline',
    ]);
  });
});
