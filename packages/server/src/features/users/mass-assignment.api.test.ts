import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { attempted, requestOf } from '#server/testing/access-attempt.ts';
import { databases } from '#server/testing/databases.ts';
import type { Portal } from '#server/testing/portal.ts';
import { openStaffed } from '#server/testing/staff.ts';

/** What a person may send where; every other name is somebody's try. */
const common = ['firstName', 'lastName', 'phone', 'company', 'country', 'brand', 'canReceiveMail'];
const ofStaff = [...common, 'profileID', 'tools', 'language', 'crmAccount'];
const page = ['pageNumber', 'pageSize', 'keyword', 'sort'];
const allowed: Record<string, readonly string[]> = {
  'users.search': [...page, 'status', 'profileID', 'brand', 'tool', 'country'],
  'users.crm': page,
  'users.create': [...ofStaff, 'login', 'email'],
  'users.update': [...ofStaff, 'preferences', 'version'],
  'users.suspend': ['version', 'reason'],
  'users.reinstate': ['version'],
  'requests.search': [...page, 'status', 'country', 'brand', 'tool', 'olderThanDays'],
  'requests.approve': [...ofStaff, 'version'],
  'requests.reject': ['id', 'reason', 'version'],
  'registration.register': [...common, 'login', 'email', 'tool', 'reason', 'comment', 'humanVerification'],
  'registration.confirm': ['token'],
  'countrySalesmen.search': [...page, 'country', 'continent', 'brand', 'salesmanId'],
  'countrySalesmen.recipient': ['country', 'brand'],
  'countrySalesmen.create': ['country', 'brand', 'salesmanId'],
  'countrySalesmen.update': ['country', 'brand', 'salesmanId'],
  'session.signIn': ['login', 'password'],
  'session.signInByPasskey': ['token'],
  'session.forgotPassword': ['email'],
  'session.checkLink': ['token'],
  'session.resetPassword': ['token', 'password'],
  'session.exchange': ['token'],
  'session.handoff': ['path'],
  'session.changePassword': ['password'],
  'secondFactor.beginTotp': [],
  'secondFactor.confirmTotp': ['name', 'code'],
  'secondFactor.beginPasskey': [],
  'secondFactor.addPasskey': ['token', 'name'],
  'secondFactor.rename': ['name'],
  'secondFactor.remove': [],
  'secondFactor.renewRecoveryCodes': [],
  'licenses.issue': ['tool', 'brand'],
  'mail.search': [...page, 'state'],
  'audit.search': [...page, 'action', 'actorId', 'subjectKind', 'subjectId'],
};

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Every column of the tables that hold people and rights, as the table spells it and as the wire would. */
async function columnsOf({ database }: Portal): Promise<string[]> {
  const held = ['users', 'user_history', 'tool_grants', 'country_brand_salesmen', 'sessions', 'second_factors'];
  const tables = await database.kysely.introspection.getTables();
  const columns = tables.filter(({ name }) => held.includes(name)).flatMap((table) => table.columns);
  const names = columns.map(({ name }) => name);
  const others = ['userId', 'profileId', 'permissions', 'role', 'invitedUntil', 'decided', 'constructor'];
  return [...new Set([...names, ...names.map(camel), ...others])];
}

async function everything({ database: { kysely } }: Portal): Promise<string> {
  const tables = ['users', 'tool_grants', 'country_brand_salesmen'] as const;
  const rows = [];
  for (const table of tables) rows.push(await kysely.selectFrom(table).selectAll().orderBy('id').execute());
  return JSON.stringify(rows);
}

describe.each(databases)('names that a body does not have, on %s', { timeout: 60_000 }, (kind) => {
  test('every column in every body is refused at its name, and nothing is written', async () => {
    const { portal, ada, asRoot } = await openStaffed(kind);
    const pending = await portal.addUser({ login: 'asks@x.example', status: 'pending', profileId: null });
    const columns = await columnsOf(portal);
    expect(columns.length).toBeGreaterThan(60);
    const before = await everything(portal);
    const tried = [];
    for (const operation of attempted) {
      const subject = {
        id: operation.startsWith('requests') ? pending : ada,
        version: 1,
        name: 'mass',
        colleague: ada,
      };
      const { endpoint, params, body } = requestOf(operation, subject);
      if (body === undefined || Array.isArray(body)) continue;
      tried.push(operation);
      const foreign = columns.filter((column) => !allowed[operation]?.includes(column));
      const sent = { ...Object(body), ...Object.fromEntries(foreign.map((column) => [column, 1])) };
      const answer = await portal.ask(endpoint, {
        token: asRoot,
        ...(params && { params: Object(params) }),
        body: sent,
      });
      const fields = Object.fromEntries(foreign.map((column) => [column, words.unknownField]));
      expect({ operation, ...answer }).toMatchObject({ operation, status: 422, body: { code: 'INVALID', fields } });
      const prototype = await portal.http.inject({
        method: endpoint.method,
        url: `/core/api${endpoint.path.replace('{id}', String(subject.id))}`,
        headers: { authorization: `Bearer ${asRoot}`, 'content-type': 'application/json' },
        payload: `{"__proto__":{"profileID":1},${JSON.stringify(body).slice(1)}`.replace(',}', '}'),
      });
      expect([operation, prototype.statusCode]).toEqual([operation, 400]);
    }
    expect(tried.toSorted()).toEqual(Object.keys(allowed).toSorted());
    expect(await everything(portal)).toBe(before);
  });
});
