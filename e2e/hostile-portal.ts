import { TOTP } from 'otpauth';
import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { toMachineName } from '@basics/licensing/machine-name.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { writeVerificationCode } from '@basics/licensing/verification-code.ts';
import { confirmAddress } from './applicant.ts';
import type { Mailbox } from './mailbox.ts';
import { demoPassword, readId, listItems, type JsonRecord, type Call } from './portal-api.ts';
import { findVector, vectors, joinVectors } from './script-vectors.ts';

/**
 * The index of every third test text. The tests create a record for each of these indexes. Together, the text fields of the records contain
 * all test texts.
 */
const everyThirdIndex = vectors.flatMap((_, index) => (index % 3 === 0 ? [index] : []));

/** The hostile texts (vectors) that the tests use as names of PCs. */
export const pcNameVectors = everyThirdIndex.map(findVector);

/** Creates a verification code of a PC. The name of the PC is shortened to the length that a code can contain. */
export const createPcCode = (machineName: string, serial: number): string =>
  writeVerificationCode(
    {
      scheme: 1,
      reason: 'new',
      toolId: 7,
      toolVersion: { major: 1, minor: 4, patch: 0 },
      fingerprint: createFingerprint({ 'machine-id': `m ${serial}`, 'board-id': `b ${serial}` }, nodePrimitives),
      nonce: new Uint8Array(8).fill(serial),
      createdAt: Math.floor(Date.now() / 1000) - 60,
      machineName: toMachineName(machineName),
    },
    nodePrimitives,
  );

const grant = { tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null };
const staffFields = {
  profileID: 7,
  brand: 'blue',
  tools: [grant],
  country: 'NO',
  language: 'en',
  canReceiveMail: true,
};

/** Sends twenty requests for an account whose fields contain all vectors. Rejects a third of the requests, and approves another third. */
export async function requestAccounts(call: Call, token: string, mailbox: Mailbox): Promise<void> {
  for (const index of everyThirdIndex) {
    const login = `asks-${index}@vector.example`;
    const body = {
      login,
      email: login,
      firstName: findVector(index),
      lastName: findVector(index + 1),
      phone: findVector(index + 26),
      company: findVector(index + 2),
      country: 'NO',
      brand: 'blue',
      tool: 'basics',
      reason: joinVectors(index, 4),
      comment: joinVectors(index + 4, 4),
      canReceiveMail: true,
    };
    await call('POST /tool/user', { body, clientAddress: `10.1.${index}.1` });
    await confirmAddress(call, mailbox, login, `10.2.${index}.1`);
  }
  const foundRequests = await call('POST /pending-request/search', {
    token,
    body: { keyword: 'asks-', pageSize: 200 },
  });
  for (const [index, request] of listItems(foundRequests).entries()) {
    const { userId: id, version, firstName, lastName, phone, company } = request;
    if (index % 3 === 0)
      await call(`PUT /user/${String(id)}/reject`, { token, body: { id, reason: joinVectors(index, 4) } });
    if (index % 3 !== 1) continue;
    const body = { ...staffFields, firstName, lastName, phone, company, crmAccount: findVector(index), version };
    await call(`PUT /user/${String(id)}/create`, { token, body });
  }
}

/** Creates users, imports CRM accounts, and suspends four customers. */
export async function createUsersWithVectors(call: Call, token: string): Promise<void> {
  for (const index of everyThirdIndex) {
    const login = `made-${index}@vector.example`;
    const nameFields = { firstName: findVector(index + 1), lastName: findVector(index), phone: findVector(index + 3) };
    const company = findVector(index + 2);
    const body = { ...staffFields, ...nameFields, login, email: login, company, crmAccount: findVector(index) };
    await call('POST /user', { token, body });
  }
  const formatCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const csvLines = vectors.map((vector, index) =>
    [vector, findVector(index + 5), findVector(index + 9)].map(formatCell).join(','),
  );
  const csv = ['account,name,city', ...csvLines].join('\r\n');
  const { digest } = await call('POST /import/crm-accounts', { token, body: { csv, dryRun: true } });
  await call('POST /import/crm-accounts', { token, body: { csv, dryRun: false, digest } });
  const activeUsers = await call('POST /user/search', {
    token,
    body: { status: 'active', country: 'NO', pageSize: 200 },
  });
  const importedUsers = listItems(activeUsers).filter(({ login }) => !String(login).endsWith('@demo.example'));
  for (const [index, { userId, version }] of importedUsers.slice(0, 4).entries())
    await call(`PUT /user/${String(userId)}/suspend`, {
      token,
      body: { version, reason: joinVectors(index * 15, 15).slice(0, 500) },
    });
}

/** Creates release notes and tools with add-ons, and changes the legal texts. All these texts are vectors. */
export async function createTextsWithVectors(call: Call, token: string): Promise<void> {
  // Each vector is in a description, and also once in the title or the version of a release note, because Markdown in a description shows
  // some vectors differently.
  for (let index = 0; index < vectors.length; index += 2) {
    const description = `## ${findVector(index + 3)}\n\n- ${findVector(index + 4)}\n\n**${findVector(index + 2)}**\n\n${joinVectors(index, 4)}`;
    const releaseDate = new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);
    const body = {
      title: findVector(index),
      description,
      version: findVector(index + 1),
      releaseDate,
      status: 'published',
    };
    await call('POST /release-note', { token, body });
  }
  for (const toolNumber of Array.from({ length: 12 }).keys()) {
    const addOns = Array.from({ length: 5 }, (_, bit) => ({
      id: `addOn-${toolNumber}-${bit}`,
      name: findVector(toolNumber * 5 + bit),
      bit,
      retired: false,
    }));
    const body = {
      id: `tool-${toolNumber}`,
      code: 1000 + toolNumber,
      name: findVector(toolNumber * 5 + 2),
      maxMajor: 1,
      addOns,
    };
    await call('POST /tool', { token, body });
  }
  for (const document of ['legalNotice', 'terms', 'legalDisclaimer']) {
    const { version } = await call(`GET /brand/blue/legal/${document}`);
    await call(`PUT /brand/blue/legal/${document}`, { token, body: { version, text: joinVectors(0, 60) } });
  }
}

/**
 * Creates or changes the eight brands that a portal can have. The names of the brands are the vectors from index
 * `firstVector` on.
 */
export async function nameBrands(call: Call, token: string, firstVector: number): Promise<void> {
  const brandList = listItems(await call('GET /brand', { token }));
  for (const brandNumber of Array.from({ length: 8 }).keys()) {
    const existingBrand = brandList.find((brand) => brand['code'] === brandNumber);
    const { tokens, hosts, supportEmail } = existingBrand ?? brandList[0] ?? {};
    const brandTexts = {
      name: findVector(firstVector + brandNumber),
      legalEntity: findVector(firstVector + brandNumber + 30),
    };
    const body = {
      ...brandTexts,
      tokens,
      hosts: existingBrand ? hosts : [],
      supportEmail,
      senderAddress: 'portal@vector.example',
    };
    const id = `brand${brandNumber}`;
    await (existingBrand
      ? call(`PUT /brand/${String(existingBrand['id'])}`, {
          token,
          body: { ...body, version: existingBrand['version'] },
        })
      : call('POST /brand', { token, body: { ...body, id, theme: id, code: brandNumber } }));
  }
}

/**
 * Issues licences for PCs whose names are vectors. Revokes some of the licences, sends some by e-mail, and removes
 * three PCs.
 */
export async function issueLicenses(call: Call, token: string, owner: { id: number; token: string }): Promise<void> {
  const policies = listItems(await call('GET /policy/data', { token }));
  const policy = policies.find(
    ({ profileID, tool, brand }) => profileID === 7 && tool === 'basics' && brand === 'blue',
  );
  const policyTerms = { months: 12, days: null, seats: 1000, moves: 1000, version: policy?.['version'] };
  await call('PUT /policy/7/basics/blue', { token, body: policyTerms });
  for (const [index, name] of pcNameVectors.entries()) {
    const verificationCode = createPcCode(name, index + 1);
    const license = await call(`POST /user/${owner.id}/license`, { token: owner.token, body: { verificationCode } });
    const licencePath = `/user/${owner.id}/license/${readId(license, 'licenseId')}`;
    if (index % 4 === 0) await call(`PUT ${licencePath}/revoke`, { token, body: { reason: joinVectors(index, 4) } });
    else if (index % 4 === 1) await call(`PUT ${licencePath}/send`, { token });
  }
  const { items: tools } = await call(`GET /user/${owner.id}/machines`, { token });
  const machines = Array.isArray(tools) ? tools.flatMap((tool: { machines: JsonRecord[] }) => tool.machines) : [];
  for (const machine of machines.slice(0, 3))
    await call(`PUT /user/${owner.id}/machine/${readId(machine, 'machineId')}/release`, {
      token,
      body: { overrideReason: joinVectors(readId(machine, 'machineId'), 4) },
    });
}

/** Sends help requests with vectors as code and comment, and answers half of them. */
export async function askForHelp(
  call: Call,
  token: string,
  askers: readonly { id: number; token: string }[],
): Promise<void> {
  for (const [asker, { id, token: askerToken }] of askers.entries())
    for (const requestNumber of [0, 1, 2, 3]) {
      const firstVector = asker * 20 + requestNumber * 5;
      const body = { verificationCode: joinVectors(firstVector, 5), comment: joinVectors(firstVector + 7, 5) };
      await call(`POST /user/${id}/help-request`, { token: askerToken, body });
    }
  const openRequests = listItems(
    await call('POST /help-request/search', { token, body: { state: 'open', pageSize: 200 } }),
  );
  for (const [index, { helpRequestId }] of openRequests.entries())
    if (index % 2 === 0)
      await call(`PUT /help-request/${String(helpRequestId)}/answer`, {
        token,
        body: { answer: 'reply', words: joinVectors(index * 4, 4) },
      });
}

/**
 * Creates six authenticator apps. The returned function gives the apps new names: the vectors from index `firstVector`
 * on.
 */
export async function createAuthenticatorApps(
  call: Call,
  token: string,
): Promise<(firstVector: number) => Promise<void>> {
  const ids: number[] = [];
  for (const factorNumber of Array.from({ length: 6 }).keys()) {
    const setup = await call('POST /auth/second-factor/totp', { token, body: { currentPassword: demoPassword } });
    const code = new TOTP({ secret: String(setup['secret']) }).generate();
    const body = { code, name: findVector(factorNumber) };
    await call(`POST /auth/second-factor/totp/${readId(setup, 'id')}`, { token, body });
    ids.push(readId(setup, 'id'));
  }
  return async (firstVector) => {
    for (const [index, id] of ids.entries())
      await call(`PUT /auth/second-factor/${id}`, { token, body: { name: findVector(firstVector + index) } });
  };
}
