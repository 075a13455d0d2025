import { endpoints } from '@basics/contract/api.ts';
import { profiles } from '@basics/contract/calls/permissions.ts';
import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { attemptCall, sendCall } from '#server/testing/access/access-attempt.ts';
import { missingSubject, type AccessRow, type Request, type Subject } from '#server/testing/access/access-row.ts';
import { listSituations, createSubject } from '#server/testing/access/access-subject.ts';
import { accessTable, identities, findOutcome, type Identity } from '#server/testing/access/access-table.ts';
import { defaultDatabases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createSession } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal, passwordHash, type Portal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderAccessPage } from './testing/access/access-page.ts';

/** Opens a portal with a user of this identity in Germany. A salesman is assigned to Germany for Basics Blue. */
async function openForIdentity(kind: DatabaseKind, identity: Identity) {
  const portal = await openPortal(await createTestDatabase(kind));
  // The licences of a viewer are trials, which cannot be renewed: in this table the profile alone decides.
  await portal.database.kysely.updateTable('licencePolicies').set({ months: 12, days: null }).execute();
  const profileEntry = Object.entries(profiles).find(([, role]) => role === identity);
  const profileId = profileEntry ? Number(profileEntry[0]) : 99;
  const callerId = await portal.addUser({ login: 'self@portal.example', profileId });
  const caller = { id: callerId, login: 'self@portal.example', profileID: profileId };
  // Each attempt gets a new session, because some calls end the session.
  const createToken = async () => (identity === 'nobody' ? null : createSession(portal, caller));
  return { portal, callerId, tokenOf: createToken, restore: () => restore(portal, callerId, identity) };
}

/** Restores the caller's password and a salesman's country, which earlier calls may have changed. */
async function restore({ database }: Portal, callerId: number, identity: Identity): Promise<void> {
  await database.kysely.updateTable('users').set({ passwordHash }).where('id', '=', callerId).execute();
  if (identity !== 'Salesman') return;
  await database.kysely.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', callerId).execute();
  await assignSalesman(database, callerId, 'DE', 'blue');
}

/** Creates a request with an empty body. */
const createRequestWithoutBody: Request = () => ({ body: {} });
const createInvalidRequest =
  (row: AccessRow): Request =>
  (subject: Subject) => ({ ...row.request(subject), ...(row.endpoint.body && createRequestWithoutBody(subject)) });

const refusals = ['NO_SESSION', 'NOT_PERMITTED'];

/**
 * Whether the table refuses a call of this identity for each record. The portal refuses such a call before it reads a record or a body,
 * which the test with an invalid body proves with the code of the refusal (T228).
 */
const isAlwaysRefused = (row: AccessRow, identity: Identity): boolean =>
  listSituations(row).every(({ relation }) => refusals.includes(findOutcome(row, identity, relation)));

test('the access table has one row for each call of the contract (T232)', () => {
  expect(accessTable.map(({ endpoint }) => endpoint.name).toSorted()).toEqual(
    endpoints.map(({ name }) => name).toSorted(),
  );
});

describe.each(defaultDatabases)('the access table (%s)', (kind) => {
  test.each(identities)('for %s, each call has the outcome that the access table lists (T231)', async (identity) => {
    const { portal, callerId, tokenOf: createToken, restore: restoreCaller } = await openForIdentity(kind, identity);
    const actualOutcomes: string[] = [];
    const expectedOutcomes: string[] = [];
    for (const row of accessTable.filter((each) => !isAlwaysRefused(each, identity)))
      for (const situation of listSituations(row)) {
        await restoreCaller();
        const targetRecord = await createSubject(portal, { callerId, row, situation });
        const situationTitle = `${row.endpoint.name}, ${situation.title}`;
        actualOutcomes.push(
          `${situationTitle}: ${await attemptCall(portal, row, { token: await createToken(), subject: targetRecord })}`,
        );
        expectedOutcomes.push(`${situationTitle}: ${findOutcome(row, identity, situation.relation)}`);
      }
    expect(actualOutcomes).toEqual(expectedOutcomes);
  });

  test.each(identities)(
    '%s is refused before its body is validated if the access table refuses the caller, and only then (T228)',
    async (identity) => {
      const { portal, callerId, tokenOf: createToken } = await openForIdentity(kind, identity);
      const actualOutcomes: string[] = [];
      const expectedOutcomes: string[] = [];
      for (const row of accessTable) {
        const subject = { ...missingSubject, id: callerId };
        const response = await sendCall(portal, row, {
          token: await createToken(),
          subject,
          request: createInvalidRequest(row),
        });
        const [code, outcome] = [String(readProblemCode(response.body)), findOutcome(row, identity, 'own')];
        actualOutcomes.push(`${row.endpoint.name}: ${refusals.includes(code) ? code : 'permitted'}`);
        expectedOutcomes.push(`${row.endpoint.name}: ${refusals.includes(outcome) ? outcome : 'permitted'}`);
      }
      expect(actualOutcomes).toEqual(expectedOutcomes);
    },
  );

  test('a licence or a PC under the id of a user who does not own it is not found', async () => {
    const { portal, callerId, tokenOf: createToken } = await openForIdentity(kind, 'Administrator');
    const otherId = await portal.addUser({ login: 'other@customer.example' });
    for (const row of accessTable.filter((candidate) => /\{(license|machine)Id\}/.test(candidate.endpoint.path))) {
      if (!row.endpoint.path.startsWith('/user/{id}')) continue;
      const [situation] = listSituations(row).filter(({ relation }) => relation === 'inScope');
      if (!situation) throw new Error(`${row.endpoint.name} has no record to be tried on`);
      const subject = { ...(await createSubject(portal, { callerId, row, situation })), id: otherId };
      const outcome = await attemptCall(portal, row, { token: await createToken(), subject });
      expect([row.endpoint.name, outcome]).toEqual([row.endpoint.name, 'RESULTS_NOT_FOUND']);
    }
  });

  test('a token whose session has ended or expired gives no more access than no token (T229)', async () => {
    const { portal, tokenOf: createToken } = await openForIdentity(kind, 'Administrator');
    const [signedOut, expired] = [await createToken(), await createToken()];
    await portal.call(session.signOut, { token: signedOut });
    portal.pass(hours(8));
    const actualOutcomes: string[] = [];
    const expectedOutcomes: string[] = [];
    for (const row of accessTable)
      for (const token of [signedOut, expired]) {
        const subject = { ...missingSubject, name: `subject${actualOutcomes.length}` };
        actualOutcomes.push(`${row.endpoint.name}: ${await attemptCall(portal, row, { token, subject })}`);
        expectedOutcomes.push(`${row.endpoint.name}: ${findOutcome(row, 'nobody', 'missing')}`);
      }
    expect(actualOutcomes).toEqual(expectedOutcomes);
  });
});

test('docs/access.md is up to date with the access table (npm run docs:access) (T230)', async () => {
  expect(await readFile(join(import.meta.dirname, '../../../docs/access.md'), 'utf8')).toBe(renderAccessPage());
});
