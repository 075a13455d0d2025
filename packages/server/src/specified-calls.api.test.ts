import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultDatabases, databases } from './testing/database/databases.ts';
import { createCode, createMachine } from './testing/records/machine.ts';
import { readNewestMail } from './testing/records/mail.ts';
import { addPerson } from './testing/records/people.ts';
import { password, type Portal } from './testing/portal.ts';
import { suitePortal } from './testing/processes/suite-portal.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { createUserBody } from './testing/records/staff.ts';

/** A complete example request, and the expected answer. */
type Example = { path?: string; body?: unknown; token?: string | null; answer: unknown; status?: number };
type Fixture = { portal: Portal; token: string };

const createRandomText = (): string => randomBytes(6).toString('hex');
const createAddress = (): string => `${createRandomText()}@customer.example`;
const createPageReply = (pageSize: number, pageNumber = 1) => ({
  items: expect.any(Array),
  total: expect.any(Number),
  pageNumber,
  pageSize,
});
const noteBody = { title: 'New', description: 'Faster.', version: '1.4', releaseDate: '2026-03-10' };
const personBody = { firstName: 'Nele', lastName: 'Neu', brand: 'blue', country: 'DE', canReceiveMail: true };
const createDeletionReply = (id: number) => ({ results: [{ id, outcome: 'deleted' }] });
const createNoteBody = (releaseId: number) => ({
  ...createPageReply(100),
  items: expect.arrayContaining([expect.objectContaining({ releaseId })]),
});
const noContent = { status: 204, answer: '' };

async function addCustomer({ portal }: Fixture) {
  const { id, login, token } = await addPerson(portal);
  return { id, login, token };
}

const createApplicant = async ({ portal }: Fixture) =>
  (await addPerson(portal, { status: 'pending', profileId: null, grants: [] })).id;

async function issueLicense(fixture: Fixture) {
  const { id } = await addCustomer(fixture);
  const issueExample = { body: { verificationCode: createCode(createMachine('DESK')) }, answer: expect.anything() };
  const issuedLicense = await callApi(fixture, 'POST', { path: `/user/${id}/license`, ...issueExample });
  return { id, license: `/user/${id}/license/${Object(issuedLicense).licenseId}` };
}

const createNote = async (fixture: Fixture): Promise<number> =>
  Object(await callApi(fixture, 'POST', { path: '/release-note', body: noteBody, answer: expect.anything() }))
    .releaseId;

async function createAssignment(fixture: Fixture) {
  const { id: salesmanId } = await addPerson(fixture.portal, { profileId: 2 });
  const body = { country: 'SE', brand: 'red', salesmanId };
  const row = await callApi(fixture, 'POST', { path: '/country-brand-salesman', body, answer: expect.anything() });
  const id: number = Object(row).id;
  return { id, body };
}

const readRecord = async (fixture: Fixture, path: string): Promise<Record<string, unknown>> =>
  Object(await callApi(fixture, 'GET', { path, answer: expect.anything() }));

/**
 * An example for every call of the specification, as a client sends it that is written from the specification alone: without optional
 * fields and versions, with records as the client has read them, and without the body of a list. The keys are the method and the path of
 * the call.
 */
const examplesByCall: Record<string, (fixture: Fixture) => Promise<Example> | Example> = {
  'POST /auth/token': async (fixture) => {
    const { login } = await addCustomer(fixture);
    return { token: null, body: { login, password }, answer: { token: expect.any(String) } };
  },
  'POST /auth/forgot-password': () => ({ token: null, body: { email: createAddress() }, answer: { received: true } }),
  'POST /auth/reset-password': async (fixture) => {
    const { login } = await addCustomer(fixture);
    await callApi(fixture, 'POST', {
      path: '/auth/forgot-password',
      body: { email: login },
      answer: expect.anything(),
    });
    await fixture.portal.settled();
    const { token } = await readNewestMail(fixture.portal, 'passwordReset');
    const newPasswords = { password: 'Granite-Harbour-91', confirmPassword: 'Granite-Harbour-91' };
    return { token: null, body: { token, ...newPasswords }, answer: { received: true } };
  },
  'POST /auth/exchange': async (fixture) => {
    const example = { path: '/auth/handoff', body: { path: '/account' }, answer: expect.anything() };
    const { token } = Object(await callApi(fixture, 'POST', example));
    return { token: null, body: { token }, answer: { token: expect.any(String), path: '/account' } };
  },
  'GET /pending-request/data': () => ({ answer: expect.objectContaining({ countries: expect.any(Array) }) }),
  'POST /pending-request/search': async (fixture) => {
    const id = await createApplicant(fixture);
    const body = { status: 'pending', country: 'DE' };
    const items = expect.arrayContaining([expect.objectContaining({ userId: id })]);
    return { body, answer: { ...createPageReply(20), items } };
  },
  'DELETE /user/bulk': async (fixture) => {
    const id = await createApplicant(fixture);
    return { body: [id], answer: createDeletionReply(id) };
  },
  'GET /user': async (fixture) => {
    const { id, login, token } = await addCustomer(fixture);
    return { token, answer: expect.objectContaining({ userId: id, userEmail: login, profileID: 7 }) };
  },
  'GET /user/{id}': async (fixture) => {
    const { id, login } = await addCustomer(fixture);
    return { path: `/user/${id}`, answer: expect.objectContaining({ userId: id, login }) };
  },
  'GET /user/data/preference': () => ({
    answer: expect.objectContaining({ values: expect.objectContaining({ packed: expect.any(Boolean) }) }),
  }),
  'GET /user/data/tools/configTools': () => ({
    answer: { items: expect.arrayContaining([{ id: 'configRail', name: expect.any(String), tool: 'basics' }]) },
  }),
  'GET /user/{id}/license/configTools': async (fixture) => {
    const { id } = await addCustomer(fixture);
    const grantedTool = expect.objectContaining({ tool: 'basics', brand: 'blue' });
    return { path: `/user/${id}/license/configTools`, answer: { items: [grantedTool] } };
  },
  'GET /user/data/info': () => ({ answer: expect.objectContaining({ profiles: expect.any(Array) }) }),
  'POST /user/data/info/crm': () => ({
    body: { keyword: 'no such' },
    answer: { ...createPageReply(10), items: [], total: 0 },
  }),
  'POST /user': () => {
    const login = createAddress();
    return {
      body: { login, ...personBody, profile: 7, tool: 'basics' },
      answer: expect.objectContaining({
        login,
        status: 'approved',
        phone: '',
        company: '',
        language: 'en',
        profileID: 7,
        tools: [{ tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null }],
      }),
    };
  },
  'PUT /user/{id}/create': async (fixture) => {
    const id = await createApplicant(fixture);
    const request = await readRecord(fixture, `/pending-request/${id}`);
    const body = { ...request, profile: 7, tools: [{ tool: 'basics', brand: 'blue' }] };
    const lastName = request['lastName'];
    const answer = expect.objectContaining({ userId: id, status: 'approved', lastName, profileID: 7 });
    return { path: `/user/${id}/create`, body, answer };
  },
  'PUT /user/{id}': async (fixture) => {
    const { id } = await addCustomer(fixture);
    const body = { ...(await readRecord(fixture, `/user/${id}`)), company: 'Neu GmbH' };
    const answer = expect.objectContaining({ userId: id, company: 'Neu GmbH' });
    return { path: `/user/${id}`, body, answer };
  },
  'DELETE /user/{id}': async (fixture) => ({ path: `/user/${(await addCustomer(fixture)).id}`, ...noContent }),
  'PUT /user/{id}/reject': async (fixture) => {
    const id = await createApplicant(fixture);
    const answer = expect.objectContaining({ userId: id, status: 'rejected' });
    return { path: `/user/${id}/reject`, body: { id, reason: 'No such company.' }, answer };
  },
  'POST /user/search': async (fixture) => {
    const { id, login } = await addCustomer(fixture);
    const items = [expect.objectContaining({ userId: id })];
    return { body: { keyword: login }, answer: { ...createPageReply(20), items, total: 1 } };
  },
  'GET /user/{id}/licenses': async (fixture) => {
    const { id } = await issueLicense(fixture);
    const items = [expect.objectContaining({ userId: id, machineName: 'DESK' })];
    const query = 'pageNumber=1&pageSize=5&keyword=desk&sort.field=expiryDate&sort.direction=desc';
    return { path: `/user/${id}/licenses?${query}`, answer: { ...createPageReply(5), items, total: 1 } };
  },
  'PUT /user/{id}/license/{licenseId}/send': async (fixture) => ({
    path: `${(await issueLicense(fixture)).license}/send`,
    answer: expect.objectContaining({ mail: 'queued' }),
  }),
  'POST /user/{id}/license': async (fixture) => {
    const { id } = await addCustomer(fixture);
    const answer = expect.objectContaining({
      userId: id,
      status: 'Active',
      licenseCode: expect.stringMatching(/^BL-/),
    });
    return { path: `/user/${id}/license`, body: { verificationCode: createCode(createMachine('DESK')) }, answer };
  },
  'PUT /user/{id}/license/{licenseId}/download': async (fixture) => ({
    path: `${(await issueLicense(fixture)).license}/download`,
    answer: expect.stringMatching(/^BASICS LICENCE FILE v1\n/),
  }),
  'GET /release-note/{id}': async (fixture) => {
    const releaseId = await createNote(fixture);
    const answer = expect.objectContaining({ releaseId, ...noteBody });
    return { token: null, path: `/release-note/${releaseId}`, answer };
  },
  'POST /release-note/search': async (fixture) => ({ answer: createNoteBody(await createNote(fixture)) }),
  'POST /release-note/list': async (fixture) => ({
    token: null,
    answer: createNoteBody(await createNote(fixture)),
  }),
  'POST /release-note': () => ({
    body: noteBody,
    answer: expect.objectContaining({ ...noteBody, status: 'published' }),
  }),
  'PUT /release-note/{id}': async (fixture) => {
    const path = `/release-note/${await createNote(fixture)}`;
    const body = { ...(await readRecord(fixture, path)), title: 'Newer' };
    return { path, body, answer: expect.objectContaining({ ...noteBody, title: 'Newer' }) };
  },
  'DELETE /release-note/bulk': async (fixture) => {
    const id = await createNote(fixture);
    return { body: [id], answer: createDeletionReply(id) };
  },
  'DELETE /release-note/{id}': async (fixture) => ({
    path: `/release-note/${await createNote(fixture)}`,
    ...noContent,
  }),
  'POST /country-brand-salesman/search': async (fixture) => {
    const { id, body } = await createAssignment(fixture);
    const items = [expect.objectContaining({ id })];
    return { body: { salesmanId: body.salesmanId }, answer: { ...createPageReply(20), items, total: 1 } };
  },
  'DELETE /country-brand-salesman/{id}': async (fixture) => ({
    path: `/country-brand-salesman/${(await createAssignment(fixture)).id}`,
    ...noContent,
  }),
  'DELETE /country-brand-salesman/bulk': async (fixture) => {
    const { id } = await createAssignment(fixture);
    return { body: [id], answer: createDeletionReply(id) };
  },
  'POST /country-brand-salesman': async (fixture) => {
    const { id: salesmanId } = await addPerson(fixture.portal, { profileId: 2 });
    const answer = expect.objectContaining({ country: 'NO', brand: 'blue', continent: 'Europe' });
    return { body: { country: 'NO', brand: 'blue', salesman: salesmanId }, answer };
  },
  'PUT /country-brand-salesman/{id}': async (fixture) => {
    const { id, body } = await createAssignment(fixture);
    const search = { path: '/country-brand-salesman/search', body: { salesmanId: body.salesmanId } };
    const [row] = Object(await callApi(fixture, 'POST', { ...search, answer: expect.anything() })).items;
    const answer = expect.objectContaining({ id, country: 'FI', salesman: row.salesman });
    return { path: `/country-brand-salesman/${id}`, body: { ...row, country: 'FI' }, answer };
  },
  'GET /country-brand-salesman/data': () => ({ answer: expect.objectContaining({ salesmen: expect.any(Array) }) }),
  'POST /tool/user': () => {
    const body = { ...personBody, email: createAddress(), tool: 'basics', reason: 'We draw.' };
    return { token: null, body, answer: { received: true } };
  },
  'GET /tool/data/countries': () => ({
    token: null,
    answer: { items: expect.arrayContaining([{ code: 'DE', name: 'Germany', continent: 'Europe' }]) },
  }),
  'GET /tool/data/config-tool': () => ({
    token: null,
    path: `/tool/data/config-tool?userEmail=${createAddress()}`,
    answer: { tools: expect.arrayContaining([expect.objectContaining({ id: 'basics' })]) },
  }),
};

/** Makes a call, checks that its answer is the expected answer, and returns it. */
async function callApi(fixture: Fixture, method: string, example: Example & { path: string }): Promise<unknown> {
  const { path, body, token = fixture.token, answer, status = 200 } = example;
  const response = await fixture.portal.http.inject({
    method: method === 'GET' ? 'GET' : method === 'PUT' ? 'PUT' : method === 'POST' ? 'POST' : 'DELETE',
    url: `/core/api${path}`,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const responseBody: unknown = isJson ? response.json() : response.body;
  expect([response.statusCode, responseBody]).toEqual([status, answer]);
  return responseBody;
}

describe.each(defaultDatabases)('calls of the specification (%s)', (kind) => {
  const portal = suitePortal(kind);
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = { portal: portal(), token: (await addPerson(portal(), { profileId: 1 })).token };
  });

  test.each(Object.entries(examplesByCall))('%s gets the expected answer (T553)', async (name, createExample) => {
    const [method = '', path = ''] = name.split(' ');
    await callApi(fixture, method, { path, ...(await createExample(fixture)) });
  });
});

type MessageCase = [message: string, endpoint: Endpoint, field: string, body: Record<string, unknown>];

const repeatText = (text: string) => ({ login: text, email: text });
const passwordRule =
  'Password must be at least 8 characters long, with at least one number, one uppercase letter, one lowercase letter and one special character.';

/** Every message of the specification, with the call, the field of its body, and a body that causes the message. */
const messageCases: MessageCase[] = [
  ['Login is required.', session.signIn, 'login', { login: ' ', password: 'x' }],
  ['Login is required.', registration.register, 'login', {}],
  ['Login is required.', users.create, 'login', createUserBody(repeatText(''))],
  ['Password is required.', session.signIn, 'password', { login: 'ada@office.example', password: '' }],
  ['Password is required.', session.resetPassword, 'password', { token: 'x' }],
  ['Confirm Password is required.', session.resetPassword, 'confirmPassword', { password: 'Basalt-Kettle-93' }],
  ['Confirm Password is required.', session.resetPassword, 'confirmPassword', createPasswords('Basalt-Kettle-93', ' ')],
  ['Confirm Password is required.', session.changePassword, 'confirmPassword', { confirmPassword: '' }],
  [
    'Passwords must match.',
    session.resetPassword,
    'confirmPassword',
    createPasswords('Basalt-Kettle-93', 'Granite-Kettle-93'),
  ],
  [
    'Passwords must match.',
    session.changePassword,
    'confirmPassword',
    createPasswords('Basalt-Kettle-93', 'Basalt-kettle-93'),
  ],
  ["Login/Email's must match.", users.create, 'email', createUserBody({ email: 'other@customer.example' })],
  ["Login/Email's must match.", registration.register, 'email', { ...repeatText('a@b.example'), email: 'c@b.example' }],
  ['Email is required.', session.forgotPassword, 'email', { email: '' }],
  ['Email is required.', registration.register, 'email', {}],
  ['Invalid Email format.', session.forgotPassword, 'email', { email: 'ada@' }],
  ['Invalid Email format.', registration.register, 'login', repeatText('ada')],
  ['Invalid Email format.', users.create, 'login', createUserBody(repeatText('ada@office'))],
  ['First name is required.', users.create, 'firstName', createUserBody({ firstName: ' ' })],
  ['First name is required.', registration.register, 'firstName', {}],
  ['Last name is required.', users.create, 'lastName', createUserBody({ lastName: '' })],
  ['Last name is required.', registration.register, 'lastName', {}],
  ['Profile is required.', users.create, 'profileID', createUserBody({ profileID: null })],
  ['Profile is required.', requests.approve, 'profileID', {}],
  ['Brand is required.', users.create, 'brand', createUserBody({ brand: '' })],
  ['Brand is required.', countrySalesmen.create, 'brand', {}],
  ['Tool is required.', users.create, 'tools', createUserBody({ tools: [] })],
  ['Tool is required.', registration.register, 'tool', {}],
  ['Country is required.', users.create, 'country', createUserBody({ country: ' ' })],
  ['Country is required.', countrySalesmen.create, 'country', {}],
  ['Salesman is required.', countrySalesmen.create, 'salesmanId', { country: 'DE', brand: 'blue' }],
  ['Reason is required.', requests.reject, 'reason', { id: 1, reason: ' ' }],
  ['Reason is required.', registration.register, 'reason', {}],
  ['Title is required.', releaseNotes.create, 'title', { title: ' ' }],
  ['Description is required.', releaseNotes.create, 'description', {}],
  ['Version is required.', releaseNotes.update, 'version', { version: '' }],
  ['Date is required.', releaseNotes.create, 'releaseDate', {}],
  ['Verification code is required.', licenses.issue, 'verificationCode', { verificationCode: ' \n ' }],
  ['Can Receive Mail is required.', users.create, 'canReceiveMail', createUserBody({ canReceiveMail: null })],
  ['Can Receive Mail is required.', registration.register, 'canReceiveMail', {}],
  [passwordRule, session.resetPassword, 'password', createPasswords('Ab1!xyz')],
  [passwordRule, session.resetPassword, 'password', createPasswords('Basalt-Kettle')],
  [passwordRule, session.resetPassword, 'password', createPasswords('basalt-kettle-93')],
  [passwordRule, session.resetPassword, 'password', createPasswords('BASALT-KETTLE-93')],
  [passwordRule, session.changePassword, 'password', createPasswords('BasaltKettle93')],
];

function createPasswords(typedPassword: string, confirmPassword = typedPassword) {
  return { token: 'x', password: typedPassword, confirmPassword };
}

test('the test cases of this file cover all 22 messages of the specification (T554)', () => {
  expect(new Set(messageCases.map(([message]) => message)).size).toBe(22);
});

describe.each(databases)('messages of the specification (%s)', (kind) => {
  const portal = suitePortal(kind);
  let token = '';

  beforeAll(async () => {
    token = (await addPerson(portal(), { profileId: 1 })).token;
  });

  test.each(
    messageCases.map((messageCase) => ({ message: messageCase[0], call: messageCase[1].name, each: messageCase })),
  )('“$message” is the answer to $call (T555)', async ({ each: [message, endpoint, field, body] }) => {
    const params = endpoint.path.includes('{id}') ? { params: { id: 1 } } : {};
    const response = await portal().call(endpoint, { token, ...params, body });
    expect([response.status, Object(response.body).fields?.[field]]).toEqual([422, message]);
  });
});
