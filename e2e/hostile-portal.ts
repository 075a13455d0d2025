import { TOTP } from 'otpauth';
import { fingerprintOf, fingerprintScheme } from '@basics/licensing/fingerprint.ts';
import { machineNameOf } from '@basics/licensing/machine-name.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { writeVerificationCode } from '@basics/licensing/verification-code.ts';
import type { Mailbox } from './mailbox.ts';
import type { RunningPortal } from './running-portal.ts';
import { vectorAt, vectors, vectorsFrom } from './script-vectors.ts';
import { demoPassword, expect } from './test.ts';

type Answer = Record<string, unknown>;
type Sent = { token?: string; body?: unknown; from?: string; userAgent?: string };

/** Calls of the portal at this address; each answer below 400, as data. */
export const caller =
  ({ address }: Pick<RunningPortal, 'address'>) =>
  async (asked: string, { token, body, from, userAgent }: Sent = {}): Promise<Answer> => {
    const [method = '', path = ''] = asked.split(' ');
    const answer = await fetch(`${address}/core/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${asked} answered ${answer.status}: ${text}`);
    return text.startsWith('{') ? JSON.parse(text) : { text };
  };
export type Call = ReturnType<typeof caller>;

export const itemsOf = ({ items }: Answer): Answer[] => (Array.isArray(items) ? items : []);
export const idIn = (answer: Answer | undefined, name: string): number => Number(answer?.[name]);

/** A verification code of a PC of this name, which is cut to what a code can carry. */
export const codeOf = (name: string, serial: number): string =>
  writeVerificationCode(
    {
      scheme: fingerprintScheme,
      reason: 'new',
      toolId: 7,
      toolVersion: { major: 1, minor: 4, patch: 0 },
      fingerprint: fingerprintOf({ 'machine-id': `m ${serial}`, 'board-id': `b ${serial}` }, nodePrimitives),
      nonce: new Uint8Array(8).fill(serial),
      createdAt: Math.floor(Date.now() / 1000) - 60,
      machineName: machineNameOf(name),
    },
    nodePrimitives,
  );

export async function signedIn(call: Call, profile: string, but: Sent = {}): Promise<string> {
  const body = { login: `${profile}@demo.example`, password: demoPassword };
  return String((await call('POST /auth/token', { body, ...but }))['token']);
}

const grant = { tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null };
const staffFields = {
  profileID: 7,
  brand: 'blue',
  tools: [grant],
  country: 'NO',
  language: 'en',
  canReceiveMail: true,
};

/** Each vector in each field of sixty requests for an account; a third of them rejected, a third let in. */
export async function ask(call: Call, token: string, mailbox: Mailbox): Promise<void> {
  const loginOf = (index: number): string => `asks-${index}@vector.example`;
  for (const [index, vector] of vectors.entries()) {
    const body = {
      login: loginOf(index),
      email: loginOf(index),
      firstName: vector,
      lastName: vectorAt(index + 13),
      phone: vectorAt(index + 26),
      company: vectorAt(index + 39),
      country: 'NO',
      brand: 'blue',
      tool: 'basics',
      reason: vectorsFrom(index, 4),
      comment: vectorsFrom(index + 4, 4),
      canReceiveMail: true,
    };
    await call('POST /tool/user', { body, from: `10.1.${index}.1` });
  }
  const arrived = (): boolean => vectors.every((_, index) => mailbox.to(loginOf(index)).length > 0);
  await expect.poll(arrived, { timeout: 30_000 }).toBe(true);
  for (const index of vectors.keys()) {
    const link = new URL(mailbox.to(loginOf(index))[0]?.link ?? '');
    const linkToken = link.searchParams.get('token') ?? new URLSearchParams(link.hash.slice(1)).get('token');
    await call('POST /tool/user/confirm', { body: { token: linkToken }, from: `10.2.${index}.1` });
  }
  const all = await call('POST /pending-request/search', { token, body: { keyword: 'asks-', pageSize: 200 } });
  for (const [index, request] of itemsOf(all).entries()) {
    const { userId: id, version, firstName, lastName, phone, company } = request;
    if (index % 3 === 0)
      await call(`PUT /user/${String(id)}/reject`, { token, body: { id, reason: vectorsFrom(index, 4) } });
    if (index % 3 !== 1) continue;
    const body = { ...staffFields, firstName, lastName, phone, company, crmAccount: vectorAt(index), version };
    await call(`PUT /user/${String(id)}/create`, { token, body });
  }
}

/** Users as staff make them, accounts of the CRM, and suspended customers. */
export async function fillUsers(call: Call, token: string): Promise<void> {
  for (const [index, vector] of vectors.entries()) {
    const login = `made-${index}@vector.example`;
    const names = { firstName: vectorAt(index + 1), lastName: vector, phone: vectorAt(index + 2) };
    const body = { ...staffFields, ...names, login, email: login, company: vectorAt(index + 3), crmAccount: vector };
    await call('POST /user', { token, body });
  }
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = vectors.map((vector, index) => [vector, vectorAt(index + 5), vectorAt(index + 9)].map(cell).join(','));
  const csv = ['account,name,city', ...lines].join('\r\n');
  const { digest } = await call('POST /import/crm-accounts', { token, body: { csv, dryRun: true } });
  await call('POST /import/crm-accounts', { token, body: { csv, dryRun: false, digest } });
  const active = await call('POST /user/search', { token, body: { status: 'active', country: 'NO', pageSize: 200 } });
  const others = itemsOf(active).filter(({ login }) => !String(login).endsWith('@demo.example'));
  for (const [index, { userId, version }] of others.slice(0, 4).entries())
    await call(`PUT /user/${String(userId)}/suspend`, {
      token,
      body: { version, reason: vectorsFrom(index * 15, 15).slice(0, 500) },
    });
}

/** Release notes, tools with add-ons, legal texts. */
export async function fillTexts(call: Call, token: string): Promise<void> {
  for (const [index, title] of vectors.entries()) {
    const description = `## ${vectorAt(index + 3)}\n\n- ${vectorAt(index + 4)}\n\n**${vectorAt(index + 5)}**\n\n${vectorsFrom(index, 4)}`;
    const releaseDate = new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);
    const body = { title, description, version: vectorAt(index + 7), releaseDate, status: 'published' };
    await call('POST /release-note', { token, body });
  }
  for (const number of Array.from({ length: 12 }).keys()) {
    const addOns = Array.from({ length: 5 }, (_, bit) => ({
      id: `addOn-${number}-${bit}`,
      name: vectorAt(number * 5 + bit),
      bit,
      retired: false,
    }));
    const body = { id: `tool-${number}`, code: 1000 + number, name: vectorAt(number * 5 + 2), maxMajor: 1, addOns };
    await call('POST /tool', { token, body });
  }
  for (const document of ['legalNotice', 'terms', 'legalDisclaimer']) {
    const { version } = await call(`GET /brand/blue/legal/${document}`);
    await call(`PUT /brand/blue/legal/${document}`, { token, body: { version, text: vectorsFrom(0, 60) } });
  }
}

/** The names of all eight brands that there can be, from that vector on. */
export async function nameBrands(call: Call, token: string, first: number): Promise<void> {
  const list = itemsOf(await call('GET /brand', { token }));
  for (const number of Array.from({ length: 8 }).keys()) {
    const known = list.find((each) => each['code'] === number);
    const { tokens, hosts, supportEmail } = known ?? list[0] ?? {};
    const words = { name: vectorAt(first + number), legalEntity: vectorAt(first + number + 30) };
    const body = { ...words, tokens, hosts: known ? hosts : [], supportEmail, senderAddress: 'portal@vector.example' };
    const id = `brand${number}`;
    await (known
      ? call(`PUT /brand/${String(known['id'])}`, { token, body: { ...body, version: known['version'] } })
      : call('POST /brand', { token, body: { ...body, id, theme: id, code: number } }));
  }
}

/** Licences for PCs of such names; some revoked, sent, given up, or asked for by somebody else. */
export async function issueLicenses(call: Call, token: string, owner: { id: number; token: string }): Promise<void> {
  const policies = itemsOf(await call('GET /policy/data', { token }));
  const policy = policies.find(
    ({ profileID, tool, brand }) => profileID === 7 && tool === 'basics' && brand === 'blue',
  );
  const terms = { months: 12, days: null, seats: 1000, moves: 1000, version: policy?.['version'] };
  await call('PUT /policy/7/basics/blue', { token, body: terms });
  for (const [index, vector] of vectors.entries()) {
    const verificationCode = codeOf(vector, index + 1);
    const license = await call(`POST /user/${owner.id}/license`, { token: owner.token, body: { verificationCode } });
    const path = `/user/${owner.id}/license/${idIn(license, 'licenseId')}`;
    if (index % 4 === 0) await call(`PUT ${path}/revoke`, { token, body: { reason: vectorsFrom(index, 4) } });
    else if (index % 4 === 1) await call(`PUT ${path}/send`, { token });
  }
  const { items: tools } = await call(`GET /user/${owner.id}/machines`, { token });
  const machines = Array.isArray(tools) ? tools.flatMap((tool: { machines: Answer[] }) => tool.machines) : [];
  for (const machine of machines.slice(0, 3))
    await call(`PUT /user/${owner.id}/machine/${idIn(machine, 'machineId')}/release`, {
      token,
      body: { overrideReason: vectorsFrom(idIn(machine, 'machineId'), 4) },
    });
}

/** Codes that are none, with what their senders say to them; half of them answered. */
export async function askForHelp(
  call: Call,
  token: string,
  askers: readonly { id: number; token: string }[],
): Promise<void> {
  for (const [asker, { id, token: own }] of askers.entries())
    for (const number of [0, 1, 2, 3]) {
      const first = asker * 20 + number * 5;
      const body = { verificationCode: vectorsFrom(first, 5), comment: vectorsFrom(first + 7, 5) };
      await call(`POST /user/${id}/help-request`, { token: own, body });
    }
  const open = itemsOf(await call('POST /help-request/search', { token, body: { state: 'open', pageSize: 200 } }));
  for (const [index, { helpRequestId }] of open.entries())
    if (index % 2 === 0)
      await call(`PUT /help-request/${String(helpRequestId)}/answer`, {
        token,
        body: { answer: 'reply', words: vectorsFrom(index * 4, 4) },
      });
}

/** Six authenticator apps; the function names them by the vectors from that one on. */
export async function makeFactors(call: Call, token: string): Promise<(first: number) => Promise<void>> {
  const ids: number[] = [];
  for (const number of Array.from({ length: 6 }).keys()) {
    const begun = await call('POST /auth/second-factor/totp', { token, body: { currentPassword: demoPassword } });
    const code = new TOTP({ secret: String(begun['secret']) }).generate();
    const body = { code, name: vectorAt(number) };
    await call(`POST /auth/second-factor/totp/${idIn(begun, 'id')}`, { token, body });
    ids.push(idIn(begun, 'id'));
  }
  return async (first) => {
    for (const [index, id] of ids.entries())
      await call(`PUT /auth/second-factor/${id}`, { token, body: { name: vectorAt(first + index) } });
  };
}
