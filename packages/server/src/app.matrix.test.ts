import { endpoints } from '@basics/contract/api.ts';
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { apiBase } from '@basics/contract/limits.ts';
import { session } from '@basics/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hours } from './platform/clock.ts';
import { makePages } from './testing/built-pages.ts';
import { databases } from './testing/databases.ts';
import { codeIn } from './testing/portal.ts';
import type { NewUser } from './testing/portal.ts';
import { newcomer, sessionOf } from './testing/people.ts';
import type { Person } from './testing/people.ts';
import { suitePortal } from './testing/suite-portal.ts';

/** Who asks: the nine profiles and a viewer, by profile id. */
const roles = {
  admin: 1,
  salesman: 2,
  agent: 3,
  oem: 5,
  adv: 6,
  small: 7,
  designer: 8,
  expert: 10,
  urja: 13,
  viewer: 99,
};
type Role = keyof typeof roles;
const roleNames = [
  'admin',
  'salesman',
  'agent',
  'oem',
  'adv',
  'small',
  'designer',
  'expert',
  'urja',
  'viewer',
] as const satisfies Role[];

/**
 * What every call answers to whom, about his own records: written by hand from the specification, and not computed from what the contract
 * says. `none` stands for no session, an expired one and one that was signed out. A call that is not here fails the test.
 */
const table = rowsOf(`
                     none | admin salesman agent oem adv small designer expert urja viewer
  session.signIn      422 |   422      422   422 422 422   422      422    422  422    422
  session.extend      401 |   200      200   200 200 200   200      200    200  200    200
  session.signOut     401 |   204      204   204 204 204   204      204    204  204    204
  users.current       401 |   200      200   200 200 200   200      200    200  200    200
  tools.configTools   401 |   200      200   200 200 200   200      200    200  200    200
  tools.licensable    401 |   200      200   200 200 200   200      200    200  200    200
  licenses.issue      401 |   422      422   422 422 422   422      422    422  422    422
  licenses.list       401 |   200      200   200 200 200   200      200    200  200    200
  licenses.download   401 |   404      404   404 404 404   404      404    404  404    404
  brands.setup        200 |   200      200   200 200 200   200      200    200  200    200
`);

/** Of a call about a user: who finds whom. */
const scope = rowsOf(`
                     none | admin salesman agent oem adv small designer expert urja viewer
  assigned            401 |    ok       ok   404 404 404   404      404    404  404    404
  elsewhere           401 |    ok      404   404 404 404   404      404    404  404    404
  created             401 |    ok       ok   404 404 404   404      404    404  404    404
  colleague           401 |    ok      404   404 404 404   404      404    404  404    404
  missing             401 |   404      404   404 404 404   404      404    404  404    404
`);

/** A table as text: the rows by their names, each with what stands before and behind the bar. */
function rowsOf(text: string): Map<string, { none: string; each: string[] }> {
  const [, ...lines] = text.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [before = '', behind = ''] = line.split('|');
      const [name = '', none = ''] = before.trim().split(/\s+/);
      return [name, { none, each: behind.trim().split(/\s+/) }];
    }),
  );
}

type Asked = { params?: Record<string, unknown>; body?: Record<string, unknown> };

/** What is sent, so that the answer tells who was let in: a body or a licence that is refused counts as let in. */
function asking(name: string, userId: number): Asked {
  if (name === 'session.signIn') return { body: {} };
  if (name === 'licenses.issue')
    return { params: { id: userId }, body: { verificationCode: 'no code', preview: true } };
  if (name === 'licenses.download') return { params: { id: userId, licenseId: 1 } };
  return isAboutUser(name) ? { params: { id: userId } } : {};
}

const isAboutUser = (name: string): boolean =>
  endpoints.some((each) => each.name === name && each.path.startsWith('/user/{id}'));

test('the table holds every call of the contract, and no other', () => {
  expect([...table.keys()].toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
  for (const { each } of [...table.values(), ...scope.values()]) expect(each).toHaveLength(roleNames.length);
});

describe.each(databases)('on %s', (kind) => {
  const portal = suitePortal(kind);
  const people = new Map<Role, Person>();
  const tokens = new Map<Role, { token: string; until: number }>();
  const personOf = (role: Role): Person => {
    const found = people.get(role);
    if (!found) throw new Error(role);
    return found;
  };

  const statusOf = async (endpoint: Endpoint, userId: number, token: string | null) =>
    String((await portal().ask(endpoint, { ...asking(endpoint.name, userId), token })).status);

  beforeAll(async () => {
    for (const role of roleNames) {
      const country = role === 'salesman' ? 'SE' : 'DE';
      people.set(role, await newcomer(portal(), { profileId: roles[role], country }));
    }
    await portal()
      .database.kysely.insertInto('country_brand_salesmen')
      .values({ country: 'FR', continent: 'EU', brand_id: 'blue', salesman_id: personOf('salesman').id })
      .execute();
  });

  describe.each(endpoints.map((each) => [each.name, each] as const))('%s', (name, endpoint) => {
    test('answers each role as the table says', async () => {
      const answered: string[] = [];
      for (const role of roleNames) {
        const who = personOf(role);
        const token = name.startsWith('session.') ? await sessionOf(portal(), who) : await tokenOf(role);
        answered.push(await statusOf(endpoint, who.id, token));
      }
      expect(answered).toEqual(table.get(name)?.each);
    });

    test('answers nobody, an old session and one that was signed out as the table says', async () => {
      const who = personOf('admin');
      const [signedOut, old] = [await sessionOf(portal(), who), await sessionOf(portal(), who)];
      await portal().ask(session.signOut, { token: signedOut });
      const answered = [await statusOf(endpoint, who.id, null), await statusOf(endpoint, who.id, signedOut)];
      portal().pass(hours(8));
      answered.push(await statusOf(endpoint, who.id, old));
      expect(new Set(answered)).toEqual(new Set([table.get(name)?.none]));
    });
  });

  describe.each(endpoints.filter(({ name }) => isAboutUser(name)).map((each) => [each.name, each] as const))(
    '%s',
    (name, endpoint) => {
      test.each([...scope])('about one who is %s', async (relation, row) => {
        const id = await userWho(relation);
        const found: string[] = [];
        for (const role of roleNames) {
          const token = await sessionOf(portal(), personOf(role));
          const { status, body } = await portal().ask(endpoint, { ...asking(name, id), token });
          const isMissing = codeIn(body) === 'USER_NOT_FOUND';
          found.push(isMissing && status === 404 ? '404' : 'ok');
        }
        expect(found).toEqual(row.each);
        expect(await statusOf(endpoint, id, null)).toBe(row.none);
      });
    },
  );

  /** A session that lasts for some tests; those that end sessions open their own. */
  async function tokenOf(role: Role): Promise<string> {
    const kept = tokens.get(role);
    if (kept && kept.until > portal().now()) return kept.token;
    const token = await sessionOf(portal(), personOf(role));
    tokens.set(role, { token, until: portal().now() + hours(8) });
    return token;
  }

  /** Somebody who stands so to the salesman of this test. */
  async function userWho(relation: string): Promise<number> {
    if (relation === 'missing') return 2_000_000_000;
    const kinds: Record<string, Partial<NewUser>> = {
      assigned: { country: 'FR' },
      elsewhere: { country: 'JP' },
      created: { country: 'JP', createdBy: personOf('salesman').id },
      colleague: { country: 'FR', profileId: 10 },
    };
    const user = kinds[relation];
    if (!user) throw new Error(relation);
    return (await newcomer(portal(), user)).id;
  }
});

describe('the router', async () => {
  const pages = await makePages();
  afterAll(() => pages.remove());
  const portal = suitePortal('SQLite', { pages: pages.folder });

  test('has the calls of the contract, and a few addresses that are named here', () => {
    const outside = [
      'GET /.well-known/basics-licence-keys',
      'GET /brands/:brandId/favicon.svg',
      'GET /brands/:brandId/mark.svg',
      'GET /brands/looks.css',
      'GET /core/api/docs',
      'GET /core/api/docs/page.css',
      'GET /core/api/docs/page.js',
      'GET /core/api/openapi.json',
      'GET /healthz',
      'GET /assets/index-abc123.js',
      'HEAD /assets/index-abc123.js',
      'GET /theme.js',
      'HEAD /theme.js',
    ];
    const promised = endpoints.map(({ method, path }) => `${method} ${apiBase}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    expect(routesIn(portal().http.printRoutes({ commonPrefix: false })).toSorted()).toEqual(
      [...promised, ...outside].toSorted(),
    );
  });
});

/** The routes out of the tree that Fastify prints: a line's place says below which others it stands. */
function routesIn(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (!found) return [];
    const [, indent = '', part = '', methods = ''] = found;
    above.splice(indent.length / 4, Infinity, part);
    const path = above.join('');
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`);
  });
}
