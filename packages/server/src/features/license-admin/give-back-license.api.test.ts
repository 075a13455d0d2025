import { licenseAdmin, type ReturnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { writeReturnCode } from '@basics/licensing/return-code.ts';
import { readRevocationList } from '@basics/licensing/revocation-list.ts';
import { describe, expect, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, testKey, type Portal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const requestLicense = (portal: Portal, who: Person, pc: string) =>
  portal.call(licenses.issue, {
    token: who.token,
    params: { id: who.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }) },
  });

const issueLicense = async (portal: Portal, who: Person, pc: string): Promise<License> =>
  licenseShape.parse((await requestLicense(portal, who, pc)).body);

/** Returns the return code that the tool prints for the given licence. */
async function createReturnCode({ database, now }: Portal, { licenseId }: License): Promise<string> {
  const rows = database.kysely.selectFrom('licenses').select('licenceUid').where('id', '=', licenseId);
  const { licenceUid: licenceId } = await rows.executeTakeFirstOrThrow();
  return writeReturnCode({ toolId: 7, licenceId, returnedAt: Math.floor(now() / 1000) }, nodePrimitives);
}

type ReturnOptions = { preview?: boolean; overrideReason?: string };

const giveBack = (portal: Portal, by: Person, returnCode: string, options: ReturnOptions = {}) =>
  portal.call(licenseAdmin.giveBack, { token: by.token, body: { returnCode, ...options } });

const parseReturnedLicense = (response: { body: unknown }): ReturnedLicense =>
  licenseAdmin.giveBack.reply.parse(response.body);

/** Adds a customer with two licensed PCs, the maximum that the policy allows. */
async function fillSeats(portal: Portal) {
  const ada = await addPerson(portal);
  const [one, two] = [await issueLicense(portal, ada, 'ONE'), await issueLicense(portal, ada, 'TWO')];
  expect(readProblemCode((await requestLicense(portal, ada, 'THREE')).body)).toBe('SEAT_LIMIT');
  return { ada, one, two };
}

describe.each(defaultDatabases)('returning a licence with a return code (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a return code frees the seat at once, counts as a move, and puts the licence on the revocation list', async () => {
    const { ada, one: firstLicense } = await fillSeats(portal());
    const code = await createReturnCode(portal(), firstLicense);
    const preview = parseReturnedLicense(await giveBack(portal(), ada, code, { preview: true }));
    expect(preview).toMatchObject({ state: 'active', license: { machineName: 'ONE' }, seatsUsed: 2, movesUsed: 0 });
    const returnedLicense = parseReturnedLicense(await giveBack(portal(), ada, code));
    const { body: returnedPage } = await portal().call(licenseAdmin.overview, {
      token: ada.token,
      params: { licenseId: firstLicense.licenseId },
    });
    expect(returnedPage).toMatchObject({ ended: { how: 'returned' }, current: null });
    expect(returnedLicense).toMatchObject({
      state: 'returned',
      license: { licenseId: firstLicense.licenseId, status: 'Revoked' },
      seatsUsed: 1,
      movesUsed: 1,
    });
    expect((await requestLicense(portal(), ada, 'THREE')).status).toBe(200);
    const listResponse = await portal().http.inject({ url: '/.well-known/basics-revocations/7' });
    const readResult = readRevocationList(listResponse.body, [testKey.signer.publicKey], nodePrimitives);
    const { licenceUid } = await portal()
      .database.kysely.selectFrom('licenses')
      .select('licenceUid')
      .where('id', '=', firstLicense.licenseId)
      .executeTakeFirstOrThrow();
    expect(readResult).toMatchObject({ ok: true, value: { list: { ids: expect.arrayContaining([licenceUid]) } } });
  });

  test('a return code that is sent several times gets the same answer each time, uses one move and writes one audit entry', async () => {
    const ada = await addPerson(portal());
    const license = await issueLicense(portal(), ada, 'ONE');
    const code = await createReturnCode(portal(), license);
    const responses = await Promise.all([1, 2, 3].map(() => giveBack(portal(), ada, code)));
    const [first] = responses.map(({ body }) => body);
    for (const { body } of responses) expect(body).toEqual(first);
    expect(parseReturnedLicense({ body: first }).movesUsed).toBe(1);
    const entries = await selectAuditEntries(portal().database.kysely)
      .select('actorId')
      .where('action', '=', 'license.return')
      .where('subjectId', '=', String(license.licenseId))
      .execute();
    expect(entries).toEqual([{ actorId: ada.id }]);
  });

  test('after a PC has returned its licence, it can get a new licence, and the old return code does not free the seat again', async () => {
    const ada = await addPerson(portal());
    const license = await issueLicense(portal(), ada, 'ONE');
    const code = await createReturnCode(portal(), license);
    await giveBack(portal(), ada, code);
    expect((await issueLicense(portal(), ada, 'ONE')).status).toBe('Active');
    expect(parseReturnedLicense(await giveBack(portal(), ada, code))).toMatchObject({
      state: 'returned',
      seatsUsed: 1,
    });
  });

  test('a return code is refused if a newer licence of the same PC has replaced the licence of the return code', async () => {
    const ada = await addPerson(portal());
    const code = await createReturnCode(portal(), await issueLicense(portal(), ada, 'ONE'));
    const newerLicense = await issueLicense(portal(), ada, 'ONE');
    expect(readProblemCode((await giveBack(portal(), ada, code)).body)).toBe('RETURN_REPLACED');
    const licenseResponse = await portal().call(licenses.get, {
      token: ada.token,
      params: { id: ada.id, licenseId: newerLicense.licenseId },
    });
    expect(licenseResponse.body).toMatchObject({ status: 'Active' });
  });

  test('a return code is accepted from the owner of the licence and from staff with the owner in scope; other users get "not found"', async () => {
    const { ada, one } = await fillSeats(portal());
    const code = await createReturnCode(portal(), one);
    const eve = await addPerson(portal());
    const stranger = await addPerson(portal(), { profileId: 2 });
    for (const person of [eve, stranger])
      for (const preview of [true, false])
        expect(readProblemCode((await giveBack(portal(), person, code, { preview })).body)).toBe('RETURN_NOT_FOUND');
    const sam = await addPerson(portal(), { profileId: 2 });
    await assignSalesman(portal().database, sam.id, 'DE', 'blue');
    expect(parseReturnedLicense(await giveBack(portal(), sam, code))).toMatchObject({
      state: 'returned',
      owner: { userId: ada.id },
    });
  });

  test('when the owner has used all moves, only staff can use a return code, and only with a reason', async () => {
    const ada = await addPerson(portal());
    const admin = await addPerson(portal(), { profileId: 1 });
    const { movesAllowed } = parseReturnedLicense(
      await giveBack(portal(), ada, await createReturnCode(portal(), await issueLicense(portal(), ada, 'FIRST')), {
        preview: true,
      }),
    );
    for (let index = 0; index < movesAllowed; index += 1)
      await giveBack(
        portal(),
        ada,
        await createReturnCode(portal(), await issueLicense(portal(), ada, `PC ${index % 2}`)),
      );
    const code = await createReturnCode(portal(), await issueLicense(portal(), ada, 'LAST'));
    expect(readProblemCode((await giveBack(portal(), ada, code)).body)).toBe('MOVE_LIMIT');
    expect(readProblemCode((await giveBack(portal(), ada, code, { overrideReason: 'mine' })).body)).toBe(
      'NOT_PERMITTED',
    );
    expect(
      parseReturnedLicense(await giveBack(portal(), admin, code, { overrideReason: 'the PC is here' })),
    ).toMatchObject({
      state: 'returned',
      movesUsed: movesAllowed,
    });
  });
});
