import { userPresence } from '@basics/contract/users/presence.ts';
import { absenceCalls } from '@basics/contract/users/absences.ts';
import { activation } from '@basics/contract/licenses/activation.ts';
import { companies } from '@basics/contract/companies/companies.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { fleet } from '@basics/contract/fleet/fleet.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { orders } from '@basics/contract/integrations/orders.ts';
import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { registration } from '@basics/contract/registration/registration.ts';
import { releaseNote, releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { savedViews } from '@basics/contract/saved-views/saved-views.ts';
import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { session } from '@basics/contract/session/session.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { users } from '@basics/contract/users/users.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { Secret, TOTP } from 'otpauth';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { sendDigests } from '#server/jobs/letters/send-digests.ts';
import { sendExpiryReminders } from '#server/jobs/letters/send-expiry-reminders.ts';
import { insertSignIn, insertWorkAccount } from '#server/features/session/work-account/work-accounts.repository.ts';
import { days } from '#server/platform/clock/clock.ts';
import { createCode, createMachine } from './machine.ts';
import { readNewestMail } from './mail.ts';
import { openOutbox } from '../mail/outbox.ts';
import { addPerson, createSession } from './people.ts';
import { password, type Portal } from '../portal.ts';
import { createApprovalBody, assignSalesman } from './staff.ts';

const customerLogin = 'zephyrina.quillfeather@planted.example';
const newLogin = 'kite.login@planted.example';
const browserHeaders = { 'user-agent': 'kite browser 7' };

/** Makes a call, and throws if it does not succeed. */
type RequiredCall = (endpoint: Endpoint, callOptions: Parameters<Portal['call']>[1]) => Promise<unknown>;

const createRequiredCall =
  (portal: Portal): RequiredCall =>
  async (endpoint, callOptions) => {
    const { status, body } = await portal.call(endpoint, callOptions);
    if (status >= 300) throw new Error(`${endpoint.name} answered ${status} ${JSON.stringify(body)}`);
    return body;
  };

/**
 * Creates a customer, an applicant and a salesman who use every feature through HTTP. The values of these people are therefore stored in
 * every place where the portal stores something about a person.
 */
export async function plantPeople(portal: Portal) {
  const requireCall = createRequiredCall(portal);
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example' });
  const salesman = await plantSalesman(portal, requireCall, root.token);
  const customerId = await register(portal, requireCall, { salesman, applicant: customerRequest });
  await activate(portal, requireCall);
  await requireCall(userPresence.reportPresence, { token: salesman.token, params: { id: customerId } });
  const customer = { id: customerId, login: customerLogin, profileID: 7 };
  const customerToken = await createSession(portal, customer);
  await useAccount(portal, requireCall, { token: customerToken, id: customerId, root: root.token });
  await useLicenses(portal, requireCall, {
    token: customerToken,
    id: customerId,
    root: root.token,
    salesman: salesman.token,
  });
  // The suspension has ended the earlier session.
  const newToken = await createSession(portal, customer);
  // The order is placed before the customer has a company, so that the customer has the PCs.
  await requireCall(orders.put, {
    token: root.token,
    params: { source: 'shop', externalId: 'A-1' },
    body: {
      customer: { login: customerLogin, firstName: 'Zephyrina', lastName: 'Quillfeather', country: 'DE' },
      lines: [{ line: '1', tool: 'basics', brand: 'blue', pcs: 3 }],
      note: 'kite order',
    },
  });
  await joinCompany(portal, requireCall, { token: newToken, id: customerId, root: root.token });
  const note = { params: { id: customerId }, body: { text: 'kite note', day: '2026-03-12' } };
  await requireCall(notes.createNote, { token: root.token, ...note });
  const applicantId = await register(portal, requireCall, { salesman, applicant: openRequest });
  await runJobs(portal);
  for (const keyword of ['zephyrina', 'KITE-PC-1', 'bartholomew underwoodson'])
    await requireCall(users.export, { token: root.token, body: { keyword } });
  return { root, customerId, applicantId, salesmanId: salesman.id };
}

/** A work account, and a sign-in with it that is not finished. Only an identity provider could create them by calls. */
async function plantWorkAccount({ database: { kysely, transact }, now }: Portal, userId: number): Promise<void> {
  const account = {
    userId,
    issuer: 'https://login.example',
    subject: 'underwoodson-7',
    connectedAt: now(),
    lastUsedAt: now(),
  };
  await transact((trx) => insertWorkAccount(trx, account));
  const [hash, browser] = [Buffer.alloc(32, 1).toString('hex'), Buffer.alloc(32, 2).toString('hex')];
  const expiresAt = now() + 600_000;
  await insertSignIn(kysely, { hash, browser, step: 'known', path: '/', userId, subject: 'underwoodson-7', expiresAt });
}

/** The customer accepts an invitation to a company, has an open one to another company, and is to become a manager. */
async function joinCompany(
  portal: Portal,
  requireCall: RequiredCall,
  { token, id, root }: { token: string; id: number; root: string },
): Promise<void> {
  for (const name of ['Flyers Ltd', 'Gliders Ltd']) {
    const { companyId } = companies.create.reply.parse(
      await requireCall(companies.create, { token: root, body: { name } }),
    );
    const params = { id: companyId };
    await requireCall(companyPeople.invite, { token: root, params, body: { login: customerLogin } });
    if (name === 'Gliders Ltd') continue;
    const invitation = await readNewestMail(portal, 'companyInvitation');
    await requireCall(companyPeople.acceptInvitation, { token, body: { token: invitation.token } });
    await requireCall(companyPeople.recover, {
      token: root,
      params,
      body: { userId: id, reason: 'kite recovery' },
    });
  }
}

async function plantSalesman(portal: Portal, requireCall: RequiredCall, root: string) {
  const login = 'bartholomew.underwoodson@portal.example';
  const salesman = await addPerson(portal, { profileId: 2, login });
  await assignSalesman(portal.database, salesman.id, 'DE', 'blue');
  const { body } = await portal.call(users.get, { token: root, params: { id: salesman.id } });
  const { version, ...fields } = users.get.reply.parse(body);
  const {
    userId: _,
    login: __,
    continent: ___,
    userDomain: ____,
    status: _____,
    createdAt: ______,
    ...askedRequest
  } = fields;
  const names = { firstName: 'Bartholomew', lastName: 'Underwoodson', phone: '+49 5550456' };
  await requireCall(users.update, {
    token: root,
    params: { id: salesman.id },
    body: { ...askedRequest, ...names, version },
  });
  await requireCall(session.signIn, { body: { login, password }, headers: { 'user-agent': 'salesman browser 9' } });
  await plantWorkAccount(portal, salesman.id);
  const deputy = await addPerson(portal, { profileId: 2 });
  await requireCall(absenceCalls.setAbsence, {
    token: root,
    params: { id: salesman.id },
    body: { deputyId: deputy.id, from: '2026-06-01', until: '2026-06-02', namedAt: null },
  });
  return salesman;
}

const customerFields = {
  firstName: 'Zephyrina',
  lastName: 'Quillfeather',
  phone: '+49 777 5550123',
  company: 'Planbuero Q',
  country: 'DE',
};

const customerRequest = { ...customerFields, login: customerLogin, reason: 'we plan kites', comment: 'a kite comment' };

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

type Registration = { salesman: { token: string }; applicant: typeof customerRequest };

/** Registers an applicant, confirms the address, and approves the request. */
async function register(
  portal: Portal,
  requireCall: RequiredCall,
  { salesman, applicant }: Registration,
): Promise<number> {
  const { login, reason, comment, ...fields } = applicant;
  const requestedTool = { tool: 'basics', brand: 'blue', reason, comment, canReceiveMail: true };
  await requireCall(registration.register, { body: { ...fields, login, email: login, ...requestedTool } });
  const { token } = await readNewestMail(portal, 'confirmAddress');
  await requireCall(registration.confirm, { body: { token } });
  const { body } = await portal.call(requests.search, { token: salesman.token, body: {} });
  const id = requests.search.reply.parse(body).items[0]?.userId ?? 0;
  await requireCall(requests.approve, { token: salesman.token, params: { id }, body: createApprovalBody(2, fields) });
  return id;
}

async function activate(portal: Portal, requireCall: RequiredCall): Promise<void> {
  const { token } = await readNewestMail(portal, 'requestApproved');
  await requireCall(session.resetPassword, {
    body: { token, password, confirmPassword: password },
    headers: browserHeaders,
  });
  const login = customerLogin;
  await requireCall(session.signIn, { body: { login, password }, headers: browserHeaders });
}

type AccountUse = { token: string; id: number; root: string };

/**
 * Uses every feature of an account: two-step sign-in, a view by an administrator, a saved view, a forgotten password, a handoff
 * from the desktop tool, a suspension, a new login, and a registration of the same address.
 */
async function useAccount(portal: Portal, requireCall: RequiredCall, { token, id, root }: AccountUse): Promise<void> {
  const totpSetup = await requireCall(secondFactor.beginTotp, { token, body: { currentPassword: password } });
  const { id: factorId, secret } = secondFactor.beginTotp.reply.parse(totpSetup);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: portal.now() });
  await requireCall(secondFactor.confirmTotp, {
    token,
    params: { id: factorId },
    body: { code, name: 'kite phone app' },
  });
  await requireCall(session.handoff, { token, body: { path: '/account' } });
  await requireCall(permissionOverrideCalls.grantOverride, {
    token: root,
    params: { id, permission: 'releaseNotes.view' },
    body: { until: '2026-03-20', reason: 'kite override reason' },
  });
  await requireCall(viewAs.viewAs, { token: root, params: { id } });
  await requireCall(savedViews.save, { token, body: { list: '/licenses', name: 'kite view', query: 'keyword=kite' } });
  const login = customerLogin;
  await requireCall(session.forgotPassword, { body: { email: login } });
  await portal.settled();
  const requestedTool = { tool: 'basics', brand: 'blue', reason: 'we plan kites', comment: '', canReceiveMail: true };
  await requireCall(registration.register, { body: { ...customerFields, login, email: login, ...requestedTool } });
  const readVersion = async () => {
    const { body } = await portal.call(users.get, { token: root, params: { id } });
    return users.get.reply.parse(body).version;
  };
  const reason = 'kite suspended';
  await requireCall(users.suspend, { token: root, params: { id }, body: { version: await readVersion(), reason } });
  await requireCall(users.reinstate, { token: root, params: { id }, body: { version: await readVersion() } });
  await requireCall(users.changeLogin, {
    token: root,
    params: { id },
    body: { login: newLogin, currentPassword: password },
  });
}

/**
 * Does everything with licences: a calendar is created; licences are issued, changed, moved, sent, downloaded, revoked and released, and staff answer a help
 * request.
 */
async function useLicenses(
  portal: Portal,
  requireCall: RequiredCall,
  accountUse: AccountUse & { salesman: string },
): Promise<void> {
  const { id, root, salesman } = accountUse;
  const token = await createSession(portal, { id, login: customerLogin, profileID: 7 });
  const params = { id };
  await requireCall(licenses.createCalendar, { token });
  const firstCode = createCode(createMachine('KITE-PC-1'));
  const issue = (verificationCode: string, moreFields: Record<string, unknown> = {}, by = token) =>
    requireCall(licenses.issue, { token: by, params, body: { verificationCode, ...moreFields } });
  const { licenseId } = license.parse(await issue(firstCode));
  await issue(createCode(createMachine('KITE-PC-1', { 'system-disk': 'another disk' })));
  const waitingActivation = await requireCall(activation.requestActivation, {
    body: { verificationCode: createCode(createMachine('KITE-PC-1')) },
  });
  const { user_code: userCode } = activation.requestActivation.reply.parse(waitingActivation);
  await requireCall(activation.confirmActivation, { token, body: { userCode } });
  const revokedLicense = license.parse(await issue(createCode(createMachine('KITE-PC-2'))));
  await issue(createCode(createMachine('KITE-PC-3'), { reason: 'moved' }), { overrideReason: 'kite override' }, root);
  const otherUser = await addPerson(portal, { country: 'DE' });
  await portal.call(licenses.issue, {
    token: otherUser.token,
    params: { id: otherUser.id },
    body: { verificationCode: firstCode },
  });
  const licenceParams = { ...params, licenseId };
  await portal.call(licenses.send, { token, params: licenceParams });
  await requireCall(licenses.download, { token, params: licenceParams });
  const revocationParams = { ...params, licenseId: revokedLicense.licenseId };
  await portal.call(licenseAdmin.revoke, { token: root, params: revocationParams, body: { reason: 'kite revoked' } });
  const pcs = licenseAdmin.machines.reply.parse(await requireCall(licenseAdmin.machines, { token, params })).items;
  const lostMachineParams = { ...params, machineId: pcs[0]?.machines[0]?.machineId ?? 0 };
  await requireCall(watchList.reportLost, { token, params: lostMachineParams, body: { reason: 'kite lost' } });
  const helpBody = { verificationCode: createCode(createMachine('KITE-PC-4')), comment: 'kite help' };
  for (const pcName of ['KITE-PC-5', 'KITE-PC-6'])
    await portal.call(licenses.issue, { token, params, body: { verificationCode: createCode(createMachine(pcName)) } });
  const askedRequest = await requireCall(helpRequests.ask, { token, params, body: helpBody });
  const { helpRequestId } = helpRequests.ask.reply.parse(askedRequest);
  const answerBody = { answer: 'reply', words: 'kite help is on its way' };
  await requireCall(helpRequests.answer, { token: salesman, params: { id: helpRequestId }, body: answerBody });
  await requireCall(helpRequests.ask, {
    token,
    params,
    body: { ...helpBody, verificationCode: createCode(createMachine('KITE-PC-7')) },
  });
  const reminderContact = { address: 'kite.contact@planted.example' };
  await requireCall(reminderContacts.setReminderContact, { token, params, body: reminderContact });
  await portal.database.kysely
    .insertInto('stoppedContacts')
    .values({ userId: id, addressHash: 'b'.repeat(64), refusedUntil: portal.now() })
    .execute();
  const releaseBody = {
    title: 'Kites',
    description: 'Kites',
    version: '2.0',
    releaseDate: '2026-03-01',
    status: 'published',
  };
  const { releaseId } = releaseNote.parse(await requireCall(releaseNotes.create, { token: root, body: releaseBody }));
  const noteSelection = { releaseId, tool: 'basics', versions: ['1.0.1'] };
  await requireCall(fleet.sendNote, { token: root, body: noteSelection });
  await portal.runMassActs();
  await requireCall(renewals.sendPack, { token: salesman, params, body: {} });
  const { items } = licenseAdmin.machines.reply.parse(await requireCall(licenseAdmin.machines, { token, params }));
  const machineId = items.flatMap(({ machines }) => machines).find(({ holdsSeat }) => holdsSeat)?.machineId ?? 0;
  const body = { overrideReason: 'kite released' };
  await requireCall(licenseAdmin.release, { token: salesman, params: { id, machineId }, body });
}

/** Runs the jobs that send letters: reminders of licences that expire, and the digest of Monday, 16 March 2026. */
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
