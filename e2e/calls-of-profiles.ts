import type { Kind } from './permissions-of-profiles.ts';

/**
 * A call by itself, as any program could make it. `is` is the answer to an administrator, to a salesman, to each of the seven other profiles
 * and the viewer, and to nobody. `{customer}` is in the salesman's scope, `{stranger}` is not, `{self}` is whoever asks; `{version}` is
 * that of the user in the path; `keep` remembers the id that is answered, for the calls that follow.
 */
export type Call = {
  area: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  is: Record<Kind, number> & { nobody: number };
  keep?: { name: string; field: string };
};

type Answers = readonly [administrator: number, salesman: number, others: number, nobody?: number];

const call = (area: string, asked: string, answers: Answers, but: Pick<Call, 'body' | 'keep'> = {}): Call => {
  const [method, path = ''] = asked.split(' ');
  if (method !== 'GET' && method !== 'POST' && method !== 'PUT' && method !== 'DELETE') throw new Error(asked);
  const [administrator, salesman, others, nobody = 401] = answers;
  return { area, method, path, is: { administrator, salesman, others, nobody }, ...but };
};

const missing = 2_000_000_000;
const grant = { tool: 'basics', brand: 'blue', configTools: [] as string[], validFrom: null, validTo: null };
const withRail = [{ ...grant, configTools: ['configRail'] }];
const reason = 'Tried';

/** What staff send to make an account: {login} is like no other. */
export const aUser = (but: Record<string, unknown> = {}) => ({
  login: '{login}',
  email: '{login}',
  firstName: 'Tove',
  lastName: 'Rydahl',
  phone: '',
  company: 'Rydahl AB',
  profileID: 7,
  brand: 'blue',
  tools: [grant],
  country: 'SE',
  language: 'en',
  canReceiveMail: true,
  crmAccount: null,
  ...but,
});

const note = { title: 'Tried', description: 'Tried', version: '0.0.1', releaseDate: '2026-01-01', status: 'draft' };

export const calls: readonly Call[] = [
  call('users.view', 'POST /user/search', [200, 200, 403], { body: {} }),
  call('users.view', 'GET /user/data/info', [200, 200, 403]),
  call('users.view', 'GET /user/{customer}', [200, 200, 404]),
  call('users.view', 'GET /user/{stranger}', [200, 404, 404]),
  call('users.view', 'GET /user/{self}', [200, 200, 200, 401]),
  call('users.view', `GET /user/${missing}`, [404, 404, 404]),
  call('users.view, of what others add', 'POST /user/export', [200, 200, 403], { body: {} }),
  call('users.view, of what others add', 'POST /license/search', [200, 200, 403], { body: {} }),
  call('users.view, of what others add', 'GET /home/data', [200, 200, 403]),
  call('users.create', 'POST /user', [200, 200, 403], { body: aUser(), keep: { name: 'made', field: 'userId' } }),
  call('users.create-product', 'POST /user', [200, 422, 403], { body: aUser({ profileID: 10 }) }),
  call('users.edit', 'PUT /user/{customer}', [200, 200, 404], { body: { version: '{version}', phone: '+46 1' } }),
  call('users.edit', 'PUT /user/{stranger}', [200, 404, 404], { body: { version: '{version}', phone: '+49 1' } }),
  call('users.edit', `PUT /user/${missing}/suspend`, [404, 404, 403], { body: { version: 1, reason } }),
  call('users.tools-configRail', 'PUT /user/{customer}', [200, 422, 404], {
    body: { version: '{version}', tools: withRail },
  }),
  call('users.tools-config-rail-delete', 'PUT /user/{equipped}', [200, 422, 404], {
    body: { version: '{version}', tools: [grant] },
  }),
  call('users.change-profile', 'PUT /user/{customer}', [200, 422, 404], {
    body: { version: '{version}', profileID: 10 },
  }),
  call('users.delete', 'DELETE /user/{made}', [204, 403, 403]),

  call('requests.view', 'GET /pending-request/data', [200, 200, 403]),
  call('requests.view', 'POST /pending-request/search', [200, 200, 403], { body: {} }),
  call('requests.view', 'GET /pending-request/{request}', [200, 200, 403]),
  call('requests.view, of what others add', 'POST /help-request/search', [200, 200, 403], { body: {} }),
  call('requests.edit', `PUT /user/${missing}/reject`, [404, 404, 403], { body: { id: missing, reason } }),
  call('requests.delete', 'DELETE /user/bulk', [200, 200, 403], { body: [missing] }),

  call('countrySalesman.view', 'GET /country-brand-salesman/data', [200, 200, 403]),
  call('countrySalesman.view', 'POST /country-brand-salesman/search', [200, 200, 403], { body: {} }),
  call('countrySalesman.create', 'POST /country-brand-salesman', [200, 200, 403], {
    body: { country: 'SE', brand: 'red', salesmanId: '{colleague}' },
    keep: { name: 'assignment', field: 'id' },
  }),
  call('countrySalesman.edit', 'PUT /country-brand-salesman/{assignment}', [200, 200, 403], {
    body: { country: 'DK', brand: 'red', salesmanId: '{colleague}' },
  }),
  call('countrySalesman.delete', 'DELETE /country-brand-salesman/{assignment}', [204, 204, 403]),

  call('release notes for everybody', 'POST /release-note/list', [200, 200, 200, 200], { body: {} }),
  call('release notes for everybody', 'GET /release-note/{note}', [200, 200, 200, 200]),
  call('releaseNotes.view', 'POST /release-note/search', [200, 403, 403], { body: {} }),
  call('releaseNotes.viewSingle', 'GET /release-note/{draft}', [200, 404, 404, 404]),
  call('releaseNotes.create', 'POST /release-note', [200, 403, 403], {
    body: note,
    keep: { name: 'writtenNote', field: 'releaseId' },
  }),
  call('releaseNotes.edit', 'PUT /release-note/{writtenNote}', [200, 403, 403], { body: { ...note, title: reason } }),
  call('releaseNotes.delete', 'DELETE /release-note/{writtenNote}', [204, 403, 403]),

  call('license.generate', 'GET /user/data/tools/configTools', [200, 200, 200]),
  call('license.generate', 'GET /user/{self}/license/configTools', [200, 200, 200]),
  call('license.generate', 'POST /user/{self}/license', [422, 422, 422], {
    body: { verificationCode: 'no code', preview: true },
  }),
  call('license.generate', 'GET /user/{self}/licenses', [200, 200, 200]),
  call('license.generate', 'GET /user/{customer}/licenses', [200, 200, 404]),
  call('license.generate', 'GET /user/{stranger}/licenses', [200, 404, 404]),
  call('license.generate', `PUT /user/{self}/license/${missing}/download`, [404, 404, 404]),
  call('license.generate', `PUT /user/{stranger}/license/${missing}/send`, [404, 404, 404]),

  call('account.view', 'GET /user', [200, 200, 200]),
  call('account.view', 'GET /user/data/preference', [200, 200, 200]),
  call('account.view', 'GET /auth/sessions', [200, 200, 200]),

  call('administrators', 'GET /policy/data', [200, 403, 403]),
  call('administrators', 'GET /tool/data', [200, 403, 403]),
  call('administrators', 'GET /brand', [200, 403, 403]),
  call('administrators', 'POST /crm-account/search', [200, 403, 403], { body: {} }),
  call('administrators', 'POST /import/users', [200, 403, 403], { body: { csv: 'login\n', dryRun: true } }),
  call('administrators', 'POST /mail/search', [200, 403, 403], { body: {} }),
  call('administrators', 'POST /audit/search', [200, 403, 403], { body: {} }),

  call('everybody', 'GET /tool/data/countries', [200, 200, 200, 200]),
  call('everybody', 'GET /tool/data/config-tool?userEmail=nobody@customer.example', [200, 200, 200, 200]),
  call('nobody', 'GET /no-such-call', [404, 404, 404, 404]),
];
