import { endpoints } from '@basics/contract/api.ts';
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { session } from '@basics/contract/session.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { hours } from './platform/clock.ts';
import { anyDatabase } from './testing/databases.ts';
import { codeIn } from './testing/portal.ts';
import type { NewUser } from './testing/portal.ts';
import { rowsOf } from './testing/matrix-rows.ts';
import { newcomer, sessionOf } from './testing/people.ts';
import type { Person } from './testing/people.ts';
import { assign } from './testing/staff.ts';
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
                                  none | admin salesman      agent oem adv small designer expert urja viewer
  session.signIn                   422 |   422      422        422 422 422   422      422    422  422    422
  session.passkeyOptions           200 |   200      200        200 200 200   200      200    200  200    200
  session.signInByPasskey          422 |   422      422        422 422 422   422      422    422  422    422
  session.humanVerification        200 |   200      200        200 200 200   200      200    200  200    200
  session.forgotPassword           422 |   422      422        422 422 422   422      422    422  422    422
  session.checkLink                422 |   422      422        422 422 422   422      422    422  422    422
  session.resetPassword            422 |   422      422        422 422 422   422      422    422  422    422
  session.exchange                 422 |   422      422        422 422 422   422      422    422  422    422
  session.extend                   401 |   200      200        200 200 200   200      200    200  200    200
  session.signOut                  401 |   204      204        204 204 204   204      204    204  204    204
  session.list                     401 |   200      200        200 200 200   200      200    200  200    200
  session.end                      401 |   404      404        404 404 404   404      404    404  404    404
  session.handoff                  401 |   422      422        422 422 422   422      422    422  422    422
  session.changePassword           401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.list                401 |   200      200        200 200 200   200      200    200  200    200
  secondFactor.beginTotp           401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.confirmTotp         401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.beginPasskey        401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.addPasskey          401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.rename              401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.remove              401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.renewRecoveryCodes  401 |   422      422        422 422 422   422      422    422  422    422
  secondFactor.reset               401 |   422      422        403 403 403   403      403    403  403    403
  registration.register            422 |   422      422        422 422 422   422      422    422  422    422
  registration.confirm             422 |   422      422        422 422 422   422      422    422  422    422
  registration.withdraw            422 |   422      422        422 422 422   422      422    422  422    422
  registration.countries           200 |   200      200        200 200 200   200      200    200  200    200
  registration.configTool          422 |   422      422        422 422 422   422      422    422  422    422
  users.current                    401 |   200      200        200 200 200   200      200    200  200    200
  users.preferences                401 |   200      200        200 200 200   200      200    200  200    200
  users.get                        401 |   200      200        200 200 200   200      200    200  200    200
  users.history                    401 |   200      200        403 403 403   403      403    403  403    403
  users.update                     401 |   200      200        200 200 200   200      200    200  200    200
  users.search                     401 |   200      200        403 403 403   403      403    403  403    403
  users.export                     401 |   200      200        403 403 403   403      403    403  403    403
  users.options                    401 |   200      200        403 403 403   403      403    403  403    403
  users.crm                        401 |   200      200        403 403 403   403      403    403  403    403
  users.create                     401 |   422      422        403 403 403   403      403    403  403    403
  users.suspend                    401 |   422      422        403 403 403   403      403    403  403    403
  users.reinstate                  401 |   409      409        403 403 403   403      403    403  403    403
  users.invite                     401 |   409      409        403 403 403   403      403    403  403    403
  users.remove                     401 |   422      403        403 403 403   403      403    403  403    403
  users.removeMany                 401 |   400      400        403 403 403   403      403    403  403    403
  requests.options                 401 |   200      200        403 403 403   403      403    403  403    403
  requests.search                  401 |   200      200        403 403 403   403      403    403  403    403
  requests.export                  401 |   200      200        403 403 403   403      403    403  403    403
  requests.get                     401 |   404      404        403 403 403   403      403    403  403    403
  requests.approve                 401 |   422      422        403 403 403   403      403    403  403    403
  requests.reject                  401 |   422      422        403 403 403   403      403    403  403    403
  countrySalesmen.options          401 |   200      200        403 403 403   403      403    403  403    403
  countrySalesmen.search           401 |   200      200        403 403 403   403      403    403  403    403
  countrySalesmen.export           401 |   200      200        403 403 403   403      403    403  403    403
  countrySalesmen.coverage         401 |   200      200        403 403 403   403      403    403  403    403
  countrySalesmen.recipient        401 |   422      422        403 403 403   403      403    403  403    403
  countrySalesmen.impact           401 |   400      400        403 403 403   403      403    403  403    403
  countrySalesmen.create           401 |   422      422        403 403 403   403      403    403  403    403
  countrySalesmen.update           401 |   422      422        403 403 403   403      403    403  403    403
  countrySalesmen.remove           401 |   404      404        403 403 403   403      403    403  403    403
  countrySalesmen.removeMany       401 |   400      400        403 403 403   403      403    403  403    403
  home.figures                     401 |   200      200        403 403 403   403      403    403  403    403
  tools.list                       401 |   200      403        403 403 403   403      403    403  403    403
  tools.create                     401 |   422      403        403 403 403   403      403    403  403    403
  tools.update                     401 |   422      403        403 403 403   403      403    403  403    403
  tools.remove                     401 |   404      403        403 403 403   403      403    403  403    403
  policies.list                    401 |   200      403        403 403 403   403      403    403  403    403
  policies.update                  401 |   404      403        403 403 403   403      403    403  403    403
  tools.configTools                401 |   200      200        200 200 200   200      200    200  200    200
  tools.licensable                 401 |   200      200        200 200 200   200      200    200  200    200
  licenses.issue                   401 |   422      422        422 422 422   422      422    422  422    422
  licenses.list                    401 |   200      200        200 200 200   200      200    200  200    200
  licenses.get                     401 |   404      404        404 404 404   404      404    404  404    404
  licenses.send                    401 |   404      404        404 404 404   404      404    404  404    404
  licenses.download                401 |   404      404        404 404 404   404      404    404  404    404
  licenseAdmin.search               401 |   200      200        403 403 403   403      403    403  403    403
  licenseAdmin.export               401 |   200      200        403 403 403   403      403    403  403    403
  licenseAdmin.get                  401 |   404      404        403 403 403   403      403    403  403    403
  licenseAdmin.revoke               401 |   422      422        403 403 403   403      403    403  403    403
  licenseAdmin.machines             401 |   200      200        200 200 200   200      200    200  200    200
  licenseAdmin.release              401 |   404      404        404 404 404   404      404    404  404    404
  helpRequests.ask                 401 |   422      422        422 422 422   422      422    422  422    422
  helpRequests.listOf              401 |   200      200        200 200 200   200      200    200  200    200
  helpRequests.withdraw            401 |   404      404        404 404 404   404      404    404  404    404
  helpRequests.search              401 |   200      200        403 403 403   403      403    403  403    403
  helpRequests.export              401 |   200      200        403 403 403   403      403    403  403    403
  helpRequests.get                 401 |   404      404        403 403 403   403      403    403  403    403
  helpRequests.answer              401 |   422      422        403 403 403   403      403    403  403    403
  releaseNotes.get                 404 |   404      404        404 404 404   404      404    404  404    404
  releaseNotes.search              401 |   200      403        403 403 403   403      403    403  403    403
  releaseNotes.export              401 |   200      403        403 403 403   403      403    403  403    403
  releaseNotes.list                200 |   200      200        200 200 200   200      200    200  200    200
  releaseNotes.create              401 |   422      403        403 403 403   403      403    403  403    403
  releaseNotes.update              401 |   422      403        403 403 403   403      403    403  403    403
  releaseNotes.remove              401 |   404      403        403 403 403   403      403    403  403    403
  releaseNotes.removeMany          401 |   400      403        403 403 403   403      403    403  403    403
  brands.setup                     200 |   200      200        200 200 200   200      200    200  200    200
  brands.list                      401 |   200      403        403 403 403   403      403    403  403    403
  brands.get                       401 |   200      403        403 403 403   403      403    403  403    403
  brands.create                    401 |   422      403        403 403 403   403      403    403  403    403
  brands.update                    401 |   422      403        403 403 403   403      403    403  403    403
  brands.makeDefault               401 |   422      403        403 403 403   403      403    403  403    403
  brands.setPicture                401 |   422      403        403 403 403   403      403    403  403    403
  brands.remove                    401 |   422      403        403 403 403   403      403    403  403    403
  legal.get                        200 |   200      200        200 200 200   200      200    200  200    200
  legal.update                     401 |   422      403        403 403 403   403      403    403  403    403
  mail.search                      401 |   200      403        403 403 403   403      403    403  403    403
  mail.export                      401 |   200      403        403 403 403   403      403    403  403    403
  mail.get                         401 |   404      403        403 403 403   403      403    403  403    403
  mail.sendAgain                   401 |   404      403        403 403 403   403      403    403  403    403
  audit.search                     401 |   200      403        403 403 403   403      403    403  403    403
  audit.export                     401 |   200      403        403 403 403   403      403    403  403    403
  crm.search                       401 |   200      403        403 403 403   403      403    403  403    403
  crm.export                       401 |   200      403        403 403 403   403      403    403  403    403
  imports.users                    401 |   422      403        403 403 403   403      403    403  403    403
  imports.assignments              401 |   422      403        403 403 403   403      403    403  403    403
  imports.crmAccounts              401 |   422      403        403 403 403   403      403    403  403    403
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

type Asked = { params?: Record<string, unknown>; body?: Record<string, unknown> };

/** Bodies that say enough to reach whom the call is about; any other call is sent an empty one. */
const bodies: Record<string, Record<string, unknown>> = {
  'licenseAdmin.revoke': { reason: 'tried' },
  'licenses.issue': { verificationCode: 'no code', preview: true },
  'users.update': { version: 1, phone: '1' },
  'users.suspend': { version: 1, reason: 'tried' },
  'users.reinstate': { version: 1 },
};

/** What is sent, so that the answer tells who was let in: a body or a licence that is refused counts as let in. */
function asking({ name, path, body }: Endpoint, userId: number): Asked {
  const params = paramsOf(path, userId);
  return { ...(params && { params }), ...(body && { body: bodies[name] ?? {} }) };
}

/** Numbers of records that are not there, but for users. */
function paramsOf(path: string, userId: number): Record<string, unknown> | null {
  if (!path.includes('{id}')) return null;
  if (path.includes('/sessions/')) return { id: 'none' };
  if (path.startsWith('/brand/')) return { id: 'blue', which: 'mark', document: 'terms' };
  const id = path.startsWith('/user/') || path.startsWith('/pending-request/') ? userId : nowhere;
  const inner = /\{(\w+Id)\}/.exec(path)?.[1];
  return { id, ...(inner !== undefined && { [inner]: nowhere }) };
}

const nowhere = 2_000_000_000;

/** About somebody whose account is open; requests, and what one asks for oneself alone, are tried in access.api.test.ts. */
const isAboutUser = ({ name, path }: Endpoint): boolean =>
  path.startsWith('/user/{id}') &&
  !name.startsWith('requests.') &&
  !['helpRequests.ask', 'helpRequests.withdraw'].includes(name);

test('the table holds every call of the contract, and no other', () => {
  expect([...table.keys()].toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
  for (const { each } of [...table.values(), ...scope.values()]) expect(each).toHaveLength(roleNames.length);
});

describe.each(anyDatabase)('on %s', (kind) => {
  const portal = suitePortal(kind);
  const people = new Map<Role, Person>();
  const tokens = new Map<Role, { token: string; until: number }>();
  const personOf = (role: Role): Person => {
    const found = people.get(role);
    if (!found) throw new Error(role);
    return found;
  };

  const statusOf = async (endpoint: Endpoint, userId: number, token: string | null) =>
    String((await portal().ask(endpoint, { ...asking(endpoint, userId), token })).status);

  beforeAll(async () => {
    for (const role of roleNames) {
      const country = role === 'salesman' ? 'SE' : 'DE';
      people.set(role, await newcomer(portal(), { profileId: roles[role], country }));
    }
    await assign(portal().database, personOf('salesman').id, 'FR', 'blue');
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

  describe.each(endpoints.filter(isAboutUser).map((each) => [each.name, each] as const))('%s', (name, endpoint) => {
    test.each([...scope])('about one who is %s', async (relation, row) => {
      const id = await userWho(relation);
      const found: string[] = [];
      for (const role of roleNames) {
        const token = await sessionOf(portal(), personOf(role));
        const { status, body } = await portal().ask(endpoint, { ...asking(endpoint, id), token });
        const isMissing = codeIn(body) === 'USER_NOT_FOUND';
        found.push(status === 403 || (isMissing && status === 404) ? String(status) : 'ok');
      }
      // Who may not make the call at all hears so of everybody alike.
      const own = table.get(name)?.each ?? [];
      expect(found).toEqual(row.each.map((outcome, at) => (own[at] === '403' ? '403' : outcome)));
      expect(await statusOf(endpoint, id, null)).toBe(row.none);
    });
  });

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
    if (relation === 'missing') return nowhere;
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
