import { audit } from '@basics/contract/audit.ts';
import { brands } from '@basics/contract/brands.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { crm } from '@basics/contract/crm.ts';
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { home } from '@basics/contract/home.ts';
import { legal } from '@basics/contract/legal.ts';
import { helpRequests } from '@basics/contract/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { imports } from '@basics/contract/imports.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { mail } from '@basics/contract/mail.ts';
import { policies } from '@basics/contract/policies.ts';
import { registration } from '@basics/contract/registration.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import { requests } from '@basics/contract/requests.ts';
import { secondFactor } from '@basics/contract/second-factor.ts';
import { session } from '@basics/contract/session.ts';
import { tools } from '@basics/contract/tools.ts';
import { users } from '@basics/contract/users.ts';
import { aChangedBrand, aNewBrand, picture } from '#server/testing/brands.ts';
import { codeOf, machine } from '#server/testing/machine.ts';
import { codeIn, password } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { aNewUser, anApproval } from '#server/testing/staff.ts';

/** The record that a call is tried on; `version` as it stands; `name` is like no other. */
export type Subject = { id: number; version: number; name: string; colleague: number };

type Sent = {
  params?: Record<string, number | string>;
  body?: unknown;
  query?: Record<string, unknown>;
};

const address = (name: string): string => `${name}@attempt.example`;
const assignment = ({ colleague }: Subject) => ({ country: 'DE', brand: 'blue', salesmanId: colleague });
const aTool = { name: 'Tried', maxMajor: 1, addOns: [] };
const reason = 'tried';
const note = { title: reason, description: reason, version: '1.0', releaseDate: '2026-03-10', status: 'draft' };
const proof = { currentPassword: password };
const newPassword = 'Granite-Harbour-91';
const nothing = 2_000_000_000;
/** In the form of a passkey's answer; no passkey of anybody's. */
const passkey = {
  token: 'none',
  response: {
    id: 'none',
    rawId: 'none',
    type: 'public-key',
    response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  },
};
const newPasskey = {
  token: 'none',
  name: 'tried',
  response: { ...passkey.response, response: { clientDataJSON: 'x', attestationObject: 'x' } },
};

/** For every call of the table a request that lacks nothing, so that only who asks about whom decides. */
const attempts: Record<string, { endpoint: Endpoint; sent: (subject: Subject) => Sent }> = {
  'users.current': { endpoint: users.current, sent: () => ({}) },
  'users.preferences': { endpoint: users.preferences, sent: () => ({}) },
  'users.search': { endpoint: users.search, sent: () => ({ body: {} }) },
  'home.figures': { endpoint: home.figures, sent: () => ({}) },
  'users.export': { endpoint: users.export, sent: () => ({ body: {} }) },
  'users.options': { endpoint: users.options, sent: () => ({}) },
  'users.create': {
    endpoint: users.create,
    sent: ({ name }) => ({ body: aNewUser({ login: address(name), email: address(name) }) }),
  },
  'users.crm': { endpoint: users.crm, sent: () => ({ body: {} }) },
  'users.get': { endpoint: users.get, sent: ({ id }) => ({ params: { id } }) },
  'users.history': { endpoint: users.history, sent: ({ id }) => ({ params: { id } }) },
  'users.update': {
    endpoint: users.update,
    sent: ({ id, version, name }) => ({ params: { id }, body: { version, phone: name } }),
  },
  'users.suspend': {
    endpoint: users.suspend,
    sent: ({ id, version }) => ({ params: { id }, body: { version, reason } }),
  },
  'users.reinstate': { endpoint: users.reinstate, sent: ({ id, version }) => ({ params: { id }, body: { version } }) },
  'users.invite': { endpoint: users.invite, sent: ({ id }) => ({ params: { id } }) },
  'users.remove': { endpoint: users.remove, sent: ({ id }) => ({ params: { id } }) },
  'users.removeMany': { endpoint: users.removeMany, sent: ({ id }) => ({ body: [id] }) },
  'requests.options': { endpoint: requests.options, sent: () => ({}) },
  'requests.search': { endpoint: requests.search, sent: () => ({ body: {} }) },
  'requests.export': { endpoint: requests.export, sent: () => ({ body: {} }) },
  'requests.get': { endpoint: requests.get, sent: ({ id }) => ({ params: { id } }) },
  'requests.approve': {
    endpoint: requests.approve,
    sent: ({ id, version }) => ({ params: { id }, body: anApproval(version) }),
  },
  'requests.reject': { endpoint: requests.reject, sent: ({ id }) => ({ params: { id }, body: { id, reason } }) },
  'registration.register': {
    endpoint: registration.register,
    sent: ({ name }) => {
      const { profileID: _, tools: __, language: ___, crmAccount: ____, ...form } = aNewUser();
      return { body: { ...form, login: address(name), email: address(name), tool: 'basics', reason, comment: '' } };
    },
  },
  'registration.confirm': { endpoint: registration.confirm, sent: () => ({ body: { token: 'none' } }) },
  'registration.withdraw': { endpoint: registration.withdraw, sent: () => ({ body: { token: 'none' } }) },
  'registration.countries': { endpoint: registration.countries, sent: () => ({}) },
  'registration.configTool': { endpoint: registration.configTool, sent: () => ({ query: { userEmail: 'x' } }) },
  'countrySalesmen.options': { endpoint: countrySalesmen.options, sent: () => ({}) },
  'countrySalesmen.search': { endpoint: countrySalesmen.search, sent: () => ({ body: {} }) },
  'countrySalesmen.export': { endpoint: countrySalesmen.export, sent: () => ({ body: {} }) },
  'countrySalesmen.coverage': { endpoint: countrySalesmen.coverage, sent: () => ({}) },
  'countrySalesmen.recipient': {
    endpoint: countrySalesmen.recipient,
    sent: () => ({ body: { country: 'DE', brand: 'blue' } }),
  },
  'countrySalesmen.impact': { endpoint: countrySalesmen.impact, sent: ({ id }) => ({ body: [id] }) },
  'countrySalesmen.create': { endpoint: countrySalesmen.create, sent: (subject) => ({ body: assignment(subject) }) },
  'countrySalesmen.update': {
    endpoint: countrySalesmen.update,
    sent: (subject) => ({ params: { id: subject.id }, body: assignment(subject) }),
  },
  'countrySalesmen.remove': { endpoint: countrySalesmen.remove, sent: ({ id }) => ({ params: { id } }) },
  'countrySalesmen.removeMany': { endpoint: countrySalesmen.removeMany, sent: ({ id }) => ({ body: [id] }) },
  'releaseNotes.get': { endpoint: releaseNotes.get, sent: ({ id }) => ({ params: { id } }) },
  'releaseNotes.export': { endpoint: releaseNotes.export, sent: () => ({ body: {} }) },
  'releaseNotes.search': { endpoint: releaseNotes.search, sent: () => ({ body: {} }) },
  'releaseNotes.list': { endpoint: releaseNotes.list, sent: () => ({ body: {} }) },
  'releaseNotes.create': { endpoint: releaseNotes.create, sent: () => ({ body: note }) },
  'releaseNotes.update': {
    endpoint: releaseNotes.update,
    sent: ({ id, version }) => ({ params: { id }, body: { ...note, rowVersion: version } }),
  },
  'releaseNotes.remove': { endpoint: releaseNotes.remove, sent: ({ id }) => ({ params: { id } }) },
  'releaseNotes.removeMany': { endpoint: releaseNotes.removeMany, sent: ({ id }) => ({ body: [id] }) },
  'session.signIn': { endpoint: session.signIn, sent: ({ name }) => ({ body: { login: name, password: 'wrong' } }) },
  'session.passkeyOptions': { endpoint: session.passkeyOptions, sent: () => ({}) },
  'session.signInByPasskey': { endpoint: session.signInByPasskey, sent: () => ({ body: passkey }) },
  'session.humanVerification': { endpoint: session.humanVerification, sent: () => ({}) },
  'session.forgotPassword': {
    endpoint: session.forgotPassword,
    sent: ({ name }) => ({ body: { email: address(name) } }),
  },
  'session.checkLink': { endpoint: session.checkLink, sent: () => ({ body: { token: 'none' } }) },
  'session.resetPassword': {
    endpoint: session.resetPassword,
    sent: () => ({ body: { token: 'none', password: newPassword, confirmPassword: newPassword } }),
  },
  'session.exchange': { endpoint: session.exchange, sent: () => ({ body: { token: 'none' } }) },
  'session.list': { endpoint: session.list, sent: () => ({}) },
  'session.handoff': { endpoint: session.handoff, sent: () => ({ body: { path: '/account' } }) },
  'session.extend': { endpoint: session.extend, sent: () => ({}) },
  'session.signOut': { endpoint: session.signOut, sent: () => ({}) },
  'session.end': { endpoint: session.end, sent: () => ({ params: { id: 'none' } }) },
  'session.changePassword': {
    endpoint: session.changePassword,
    sent: () => ({ body: { ...proof, password: newPassword, confirmPassword: newPassword } }),
  },
  'secondFactor.list': { endpoint: secondFactor.list, sent: () => ({}) },
  'secondFactor.beginTotp': { endpoint: secondFactor.beginTotp, sent: () => ({ body: proof }) },
  'secondFactor.confirmTotp': {
    endpoint: secondFactor.confirmTotp,
    sent: () => ({ params: { id: nothing }, body: { code: '000000' } }),
  },
  'secondFactor.beginPasskey': { endpoint: secondFactor.beginPasskey, sent: () => ({ body: proof }) },
  'secondFactor.addPasskey': { endpoint: secondFactor.addPasskey, sent: () => ({ body: newPasskey }) },
  'secondFactor.rename': {
    endpoint: secondFactor.rename,
    sent: ({ name }) => ({ params: { id: nothing }, body: { name } }),
  },
  'secondFactor.remove': { endpoint: secondFactor.remove, sent: () => ({ params: { id: nothing }, body: proof }) },
  'secondFactor.renewRecoveryCodes': { endpoint: secondFactor.renewRecoveryCodes, sent: () => ({ body: proof }) },
  'secondFactor.reset': { endpoint: secondFactor.reset, sent: ({ id }) => ({ params: { id } }) },
  'tools.list': { endpoint: tools.list, sent: () => ({}) },
  'tools.create': {
    endpoint: tools.create,
    sent: ({ name, id }) => ({ body: { ...aTool, id: name, code: id % 65_536 } }),
  },
  'tools.update': {
    endpoint: tools.update,
    sent: () => ({ params: { id: 'none' }, body: { ...aTool, version: 1, retired: false } }),
  },
  'tools.remove': { endpoint: tools.remove, sent: () => ({ params: { id: 'none' } }) },
  'policies.list': { endpoint: policies.list, sent: () => ({}) },
  'policies.update': {
    endpoint: policies.update,
    sent: () => ({
      params: { profileID: 7, tool: 'basics', brand: 'blue' },
      body: { version: 1, months: 12, days: null, seats: 2, moves: 3, preview: true },
    }),
  },
  'tools.configTools': { endpoint: tools.configTools, sent: () => ({}) },
  'tools.licensable': { endpoint: tools.licensable, sent: ({ id }) => ({ params: { id } }) },
  'licenses.issue': {
    endpoint: licenses.issue,
    sent: ({ id, name }) => ({ params: { id }, body: { verificationCode: codeOf(machine(name)), preview: true } }),
  },
  'licenses.list': { endpoint: licenses.list, sent: ({ id }) => ({ params: { id } }) },
  'licenses.get': { endpoint: licenses.get, sent: ({ id }) => ({ params: { id, licenseId: nothing } }) },
  'licenses.send': { endpoint: licenses.send, sent: ({ id }) => ({ params: { id, licenseId: nothing } }) },
  'licenses.download': { endpoint: licenses.download, sent: ({ id }) => ({ params: { id, licenseId: nothing } }) },
  'helpRequests.search': { endpoint: helpRequests.search, sent: () => ({ body: {} }) },
  'helpRequests.export': { endpoint: helpRequests.export, sent: () => ({ body: {} }) },
  'helpRequests.listOf': { endpoint: helpRequests.listOf, sent: ({ id }) => ({ params: { id } }) },
  'helpRequests.ask': {
    endpoint: helpRequests.ask,
    sent: ({ id }) => ({ params: { id }, body: { verificationCode: 'no code' } }),
  },
  'helpRequests.withdraw': {
    endpoint: helpRequests.withdraw,
    sent: ({ id }) => ({ params: { id, helpRequestId: nothing } }),
  },
  'helpRequests.get': { endpoint: helpRequests.get, sent: ({ id }) => ({ params: { id } }) },
  'helpRequests.answer': {
    endpoint: helpRequests.answer,
    sent: ({ id }) => ({ params: { id }, body: { answer: 'reply', words: 'tried' } }),
  },
  'licenseAdmin.search': { endpoint: licenseAdmin.search, sent: () => ({ body: {} }) },
  'licenseAdmin.export': { endpoint: licenseAdmin.export, sent: () => ({ body: {} }) },
  'licenseAdmin.get': { endpoint: licenseAdmin.get, sent: () => ({ params: { licenseId: nothing } }) },
  'licenseAdmin.machines': { endpoint: licenseAdmin.machines, sent: ({ id }) => ({ params: { id } }) },
  'licenseAdmin.release': {
    endpoint: licenseAdmin.release,
    sent: ({ id }) => ({ params: { id, machineId: nothing }, body: {} }),
  },
  'licenseAdmin.revoke': {
    endpoint: licenseAdmin.revoke,
    sent: ({ id }) => ({ params: { id, licenseId: nothing }, body: { reason } }),
  },
  'brands.setup': { endpoint: brands.setup, sent: () => ({}) },
  'brands.list': { endpoint: brands.list, sent: () => ({}) },
  'brands.get': { endpoint: brands.get, sent: () => ({ params: { id: 'blue' } }) },
  'brands.create': { endpoint: brands.create, sent: () => ({ body: aNewBrand() }) },
  'brands.update': {
    endpoint: brands.update,
    sent: () => ({ params: { id: 'red' }, body: { ...aChangedBrand({ hosts: [] }), version: 1 } }),
  },
  'brands.makeDefault': { endpoint: brands.makeDefault, sent: () => ({ params: { id: 'red' }, body: { version: 0 } }) },
  'brands.setPicture': {
    endpoint: brands.setPicture,
    sent: () => ({ params: { id: 'blue', which: 'mark' }, body: { version: 1, svg: picture } }),
  },
  'brands.remove': { endpoint: brands.remove, sent: () => ({ params: { id: 'blue' } }) },
  'legal.get': { endpoint: legal.get, sent: () => ({ params: { id: 'blue', document: 'terms' } }) },
  'legal.update': {
    endpoint: legal.update,
    sent: () => ({ params: { id: 'blue', document: 'terms' }, body: { version: 0, text: 'tried' } }),
  },
  'mail.search': { endpoint: mail.search, sent: () => ({ body: {} }) },
  'mail.export': { endpoint: mail.export, sent: () => ({ body: {} }) },
  'mail.get': { endpoint: mail.get, sent: () => ({ params: { id: nothing } }) },
  'mail.sendAgain': { endpoint: mail.sendAgain, sent: () => ({ params: { id: nothing } }) },
  'crm.search': { endpoint: crm.search, sent: () => ({ body: {} }) },
  'crm.export': { endpoint: crm.export, sent: () => ({ body: {} }) },
  'imports.users': { endpoint: imports.users, sent: () => ({ body: { csv: 'login', dryRun: true } }) },
  'imports.assignments': { endpoint: imports.assignments, sent: () => ({ body: { csv: 'country', dryRun: true } }) },
  'imports.crmAccounts': { endpoint: imports.crmAccounts, sent: () => ({ body: { csv: 'account', dryRun: true } }) },
  'audit.export': { endpoint: audit.export, sent: () => ({ body: {} }) },
  'audit.search': { endpoint: audit.search, sent: () => ({ body: {} }) },
};

/** The calls that can be tried. */
export const attempted = Object.keys(attempts);

/** The call and what it sends about this record. */
export function requestOf(operation: string, subject: Subject): Sent & { endpoint: Endpoint } {
  const { endpoint, sent } = attempts[operation] ?? {};
  if (!endpoint || !sent) throw new Error(`nobody has said how ${operation} is tried`);
  return { endpoint, ...sent(subject) };
}

/** What somebody with this token gets when he makes this call about this record. */
export async function attempt(
  { ask }: Portal,
  operation: string,
  { token, subject }: { token: string | null; subject: Subject },
): Promise<string> {
  const { endpoint, ...sent } = requestOf(operation, subject);
  const { status, body } = await ask(endpoint, { token, ...toSend(sent) });
  if (status >= 300) return String(codeIn(body));
  return outcomeIn(body) ?? 'yes';
}

const toSend = ({ params, body, query }: Sent) => ({
  ...(params && { params: Object(params) }),
  ...(query && { query }),
  ...(body !== undefined && { body: Object(body) }),
});

/** The outcome of the one id of a bulk call. */
function outcomeIn(body: unknown): string | null {
  const parsed = users.removeMany.reply.safeParse(body);
  return parsed.success ? (parsed.data.results[0]?.outcome ?? null) : null;
}
