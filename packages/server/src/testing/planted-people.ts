import { activation } from '@basics/contract/activation.ts';
import { helpRequests } from '@basics/contract/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { license, licenses } from '@basics/contract/licenses.ts';
import { registration } from '@basics/contract/registration.ts';
import { renewals } from '@basics/contract/renewals.ts';
import { requests } from '@basics/contract/requests.ts';
import { savedViews } from '@basics/contract/saved-views.ts';
import { secondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import { users } from '@basics/contract/users.ts';
import { Secret, TOTP } from 'otpauth';
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { sendDigests } from '#server/jobs/send-digests.ts';
import { sendExpiryReminders } from '#server/jobs/send-expiry-reminders.ts';
import { days } from '#server/platform/clock.ts';
import { createCode, machine } from './machine.ts';
import { readNewestMail } from './mail.ts';
import { openOutbox } from './outbox.ts';
import { addPerson, createSession } from './people.ts';
import { password } from './portal.ts';
import type { Portal } from './portal.ts';
import { createApprovalBody, assign } from './staff.ts';

/** The unmistakable values of a customer: no other row of a test contains them. */
export const customerValues = [
  'zephyrina',
  'quillfeather',
  '5550123',
  'Planbuero Q',
  'we plan kites',
  'a kite comment',
  'KITE-PC-',
  'kite browser',
  'kite phone app',
  'kite override',
  'kite revoked',
  'kite released',
  'kite suspended',
  'kite help',
  'kite.login',
];

/** The same of an applicant whose request is approved, and who has not set a password. */
export const applicantValues = [
  'marigolda',
  'thistledown',
  '5550789',
  'Planbuero T',
  'we plan boats',
  'a boat comment',
];

/** The same of a salesman who looks after the customer. */
export const salesmanValues = ['bartholomew', 'underwoodson', '5550456', 'salesman browser'];

const customerLogin = 'zephyrina.quillfeather@planted.example';
const newLogin = 'kite.login@planted.example';
const laptop = { 'user-agent': 'kite browser 7' };

/** Makes a call that must succeed. */
type Must = (endpoint: Endpoint, asking: Parameters<Portal['ask']>[1]) => Promise<unknown>;

const mustOf =
  (portal: Portal): Must =>
  async (endpoint, asking) => {
    const { status, body } = await portal.ask(endpoint, asking);
    if (status >= 300) throw new Error(`${endpoint.name} answered ${status} ${JSON.stringify(body)}`);
    return body;
  };

/**
 * A customer, an applicant and a salesman with unmistakable values wherever the portal stores something about a person: they use every
 * feature, through HTTP.
 */
export async function plantPeople(portal: Portal) {
  const must = mustOf(portal);
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example' });
  const salesman = await plantSalesman(portal, must, root.token);
  const customerId = await register(portal, must, { salesman, applicant: customerRequest });
  await activate(portal, must);
  const customer = { id: customerId, login: customerLogin, profileID: 7 };
  const own = await createSession(portal, customer);
  await useAccount(portal, must, { token: own, id: customerId, root: root.token });
  await useLicenses(portal, must, { token: own, id: customerId, root: root.token, salesman: salesman.token });
  const applicantId = await register(portal, must, { salesman, applicant: openRequest });
  await runJobs(portal);
  for (const keyword of ['zephyrina', 'KITE-PC-1', 'bartholomew underwoodson'])
    await must(users.export, { token: root.token, body: { keyword } });
  return { root, customerId, applicantId, salesmanId: salesman.id };
}

async function plantSalesman(portal: Portal, must: Must, root: string) {
  const login = 'bartholomew.underwoodson@portal.example';
  const salesman = await addPerson(portal, { profileId: 2, login });
  await assign(portal.database, salesman.id, 'DE', 'blue');
  const { body } = await portal.ask(users.get, { token: root, params: { id: salesman.id } });
  const { version, ...fields } = users.get.reply.parse(body);
  const { userId: _, login: __, continent: ___, userDomain: ____, status: _____, createdAt: ______, ...sent } = fields;
  const names = { firstName: 'Bartholomew', lastName: 'Underwoodson', phone: '+49 5550456' };
  await must(users.update, { token: root, params: { id: salesman.id }, body: { ...sent, ...names, version } });
  await must(session.signIn, { body: { login, password }, headers: { 'user-agent': 'salesman browser 9' } });
  return salesman;
}

const person = {
  firstName: 'Zephyrina',
  lastName: 'Quillfeather',
  phone: '+49 777 5550123',
  company: 'Planbuero Q',
  country: 'DE',
};

const customerRequest = { ...person, login: customerLogin, reason: 'we plan kites', comment: 'a kite comment' };

const openRequest = {
  firstName: 'Marigolda',
  lastName: 'Thistledown',
  phone: '+49 777 5550789',
  company: 'Planbuero T',
  country: 'DE',
  login: 'marigolda.thistledown@planted.example',
  reason: 'we plan boats',
  comment: 'a boat comment',
};

type Registering = { salesman: { token: string }; applicant: typeof customerRequest };

/** A registration, whose address is confirmed and which is approved. */
async function register(portal: Portal, must: Must, { salesman, applicant }: Registering): Promise<number> {
  const { login, reason, comment, ...fields } = applicant;
  const wish = { tool: 'basics', brand: 'blue', reason, comment, canReceiveMail: true };
  await must(registration.register, { body: { ...fields, login, email: login, ...wish } });
  const { token } = await readNewestMail(portal, 'confirmAddress');
  await must(registration.confirm, { body: { token } });
  const { body } = await portal.ask(requests.search, { token: salesman.token, body: {} });
  const id = requests.search.reply.parse(body).items[0]?.userId ?? 0;
  await must(requests.approve, { token: salesman.token, params: { id }, body: createApprovalBody(2, fields) });
  return id;
}

async function activate(portal: Portal, must: Must): Promise<void> {
  const { token } = await readNewestMail(portal, 'requestApproved');
  await must(session.resetPassword, { body: { token, password, confirmPassword: password }, headers: laptop });
  const login = customerLogin;
  await must(session.signIn, { body: { login, password }, headers: laptop });
}

type Using = { token: string; id: number; root: string };

/** Two-step sign-in, a calendar, a saved view, a forgotten password, a jump from the desktop tool, a suspension, a new login, a registration of the same address. */
async function useAccount(portal: Portal, must: Must, { token, id, root }: Using): Promise<void> {
  const begun = await must(secondFactor.beginTotp, { token, body: { currentPassword: password } });
  const { id: factorId, secret } = secondFactor.beginTotp.reply.parse(begun);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: portal.now() });
  await must(secondFactor.confirmTotp, { token, params: { id: factorId }, body: { code, name: 'kite phone app' } });
  await must(session.handoff, { token, body: { path: '/account' } });
  await must(licenses.createCalendar, { token });
  await must(savedViews.save, { token, body: { list: '/licenses', name: 'kite view', query: 'keyword=kite' } });
  const login = customerLogin;
  await must(session.forgotPassword, { body: { email: login } });
  await portal.settled();
  const wish = { tool: 'basics', brand: 'blue', reason: 'we plan kites', comment: '', canReceiveMail: true };
  await must(registration.register, { body: { ...person, login, email: login, ...wish } });
  const versionNow = async () => {
    const { body } = await portal.ask(users.get, { token: root, params: { id } });
    return users.get.reply.parse(body).version;
  };
  const reason = 'kite suspended';
  await must(users.suspend, { token: root, params: { id }, body: { version: await versionNow(), reason } });
  await must(users.reinstate, { token: root, params: { id }, body: { version: await versionNow() } });
  await must(users.changeLogin, { token: root, params: { id }, body: { login: newLogin, currentPassword: password } });
}

/** Licences that move, change, are sent, revoked and released, and a help request that staff answer. */
async function useLicenses(portal: Portal, must: Must, using: Using & { salesman: string }): Promise<void> {
  const { id, root, salesman } = using;
  const token = await createSession(portal, { id, login: customerLogin, profileID: 7 });
  const params = { id };
  const first = createCode(machine('KITE-PC-1'));
  const issue = (verificationCode: string, more: Record<string, unknown> = {}, by = token) =>
    must(licenses.issue, { token: by, params, body: { verificationCode, ...more } });
  const { licenseId } = license.parse(await issue(first));
  await issue(createCode(machine('KITE-PC-1', { 'system-disk': 'another disk' })));
  const waiting = await must(activation.requestActivation, {
    body: { verificationCode: createCode(machine('KITE-PC-1')) },
  });
  const { user_code: userCode } = activation.requestActivation.reply.parse(waiting);
  await must(activation.confirmActivation, { token, body: { userCode } });
  const revoked = license.parse(await issue(createCode(machine('KITE-PC-2'))));
  await issue(createCode(machine('KITE-PC-3'), { reason: 'moved' }), { overrideReason: 'kite override' }, root);
  const other = await addPerson(portal, { country: 'DE' });
  await portal.ask(licenses.issue, { token: other.token, params: { id: other.id }, body: { verificationCode: first } });
  const licence = { ...params, licenseId };
  await portal.ask(licenses.send, { token, params: licence });
  await must(licenses.download, { token, params: licence });
  const toRevoke = { ...params, licenseId: revoked.licenseId };
  await portal.ask(licenseAdmin.revoke, { token: root, params: toRevoke, body: { reason: 'kite revoked' } });
  const asked = { verificationCode: createCode(machine('KITE-PC-4')), comment: 'kite help' };
  for (const each of ['KITE-PC-5', 'KITE-PC-6'])
    await portal.ask(licenses.issue, { token, params, body: { verificationCode: createCode(machine(each)) } });
  const sent = await must(helpRequests.ask, { token, params, body: asked });
  const { helpRequestId } = helpRequests.ask.reply.parse(sent);
  const answer = { answer: 'reply', words: 'kite help is on its way' };
  await must(helpRequests.answer, { token: salesman, params: { id: helpRequestId }, body: answer });
  await must(helpRequests.ask, {
    token,
    params,
    body: { ...asked, verificationCode: createCode(machine('KITE-PC-7')) },
  });
  await must(renewals.sendPack, { token: salesman, params, body: {} });
  const { items } = licenseAdmin.machines.reply.parse(await must(licenseAdmin.machines, { token, params }));
  const machineId = items.flatMap(({ machines }) => machines).find(({ holdsSeat }) => holdsSeat)?.machineId ?? 0;
  const body = { overrideReason: 'kite released' };
  await must(licenseAdmin.release, { token: salesman, params: { id, machineId }, body });
}

/** The letters of the jobs: reminders of licences that end, and the digest of Monday, 16 March 2026. */
async function runJobs(portal: Portal): Promise<void> {
  const { database } = portal;
  const monday = Date.parse('2026-03-16T07:00:00Z');
  await database.kysely
    .updateTable('licenses')
    .set({ expiresAt: monday + days(6), issuedAt: monday - days(100) })
    .execute();
  const needs = { database, clock: () => monday, queueLetter: openOutbox(database).queueLetter };
  await sendExpiryReminders(needs);
  await sendDigests(needs);
}
