import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { describe, expect, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal, type Portal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const addSalesman = (portal: Portal) => addPerson(portal, { profileId: 2, country: 'DE' });

/** Sends each call about a user's licences, and returns the statuses in the order preview, issue, list, options, download. */
async function fetchStatuses(portal: Portal, who: Person, ownerId: number): Promise<number[]> {
  const token = who.token;
  const params = { id: ownerId };
  const code = createCode(createMachine(`PC of ${ownerId}`));
  const previewResponse = await portal.call(licenses.issue, {
    token,
    params,
    body: { verificationCode: code, preview: true },
  });
  const issueResponse = await portal.call(licenses.issue, { token, params, body: { verificationCode: code } });
  const listResponse = await portal.call(licenses.list, { token, params });
  const optionsResponse = await portal.call(tools.licensable, { token, params });
  const licenseId = licenseShape.safeParse(issueResponse.body).data?.licenseId ?? 1;
  const fileResponse = await portal.call(licenses.download, { token, params: { id: ownerId, licenseId } });
  return [previewResponse, issueResponse, listResponse, optionsResponse, fileResponse].map(({ status }) => status);
}

/** Issues licences until a customer has reached the limit of PCs. */
async function fillSeats(portal: Portal, owner: Person): Promise<void> {
  for (const name of ['A', 'B'])
    await portal.call(licenses.issue, {
      token: owner.token,
      params: { id: owner.id },
      body: { verificationCode: createCode(createMachine(name)) },
    });
}

/** Sends the code of a third PC, which is one more than the two PCs that an owner may license. */
const issueForThirdPc = (portal: Portal, who: Person, owner: Person, changes: Record<string, unknown>) =>
  portal.call(licenses.issue, {
    token: who.token,
    params: { id: owner.id },
    body: { verificationCode: createCode(createMachine('THIRD')), ...changes },
  });

const okStatuses = [200, 200, 200, 200, 200];
const notFoundStatuses = [404, 404, 404, 404, 404];

describe.each(defaultDatabases)('access to licences (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('every user can access their own licences', async () => {
    for (const profileId of [1, 2, 3, 5, 6, 7, 8, 10, 13, 99]) {
      const who = await addPerson(portal(), { profileId });
      expect(await fetchStatuses(portal(), who, who.id)).toEqual(okStatuses);
    }
  });

  test('a customer cannot access the licences of another user', async () => {
    for (const profileId of [3, 5, 6, 7, 8, 10, 13, 99]) {
      const [who, other] = [await addPerson(portal(), { profileId }), await addPerson(portal())];
      expect(await fetchStatuses(portal(), who, other.id)).toEqual(notFoundStatuses);
    }
  });

  test('the page of a licence opens for its owner and for staff in scope; for all others it is like a missing one', async () => {
    const owner = await addPerson(portal(), { country: 'DE' });
    const { body } = await issueForThirdPc(portal(), owner, owner, {});
    const { licenseId } = licenseShape.parse(body);
    const salesman = await addSalesman(portal());
    await assignSalesman(portal().database, salesman.id, 'DE', 'blue');
    const administrator = await addPerson(portal(), { profileId: 1 });
    const openPage = (who: Person, id: number) =>
      portal().call(licenseAdmin.overview, { token: who.token, params: { licenseId: id } });
    for (const who of [owner, salesman, administrator])
      expect((await openPage(who, licenseId)).body).toMatchObject({
        licenseId,
        userId: owner.id,
        machineName: 'THIRD',
      });
    const stranger = await addPerson(portal());
    const salesmanElsewhere = await addPerson(portal(), { profileId: 2 });
    for (const [who, id] of [
      [stranger, licenseId],
      [salesmanElsewhere, licenseId],
      [owner, licenseId + 1_000_000],
    ] as const) {
      const response = await openPage(who, id);
      expect([response.status, readProblemCode(response.body)]).toEqual([404, 'RESULTS_NOT_FOUND']);
    }
  });

  test('the page of a licence says how the licence ended and which licence its PC has now; only staff see the reason', async () => {
    const owner = await addPerson(portal());
    const administrator = await addPerson(portal(), { profileId: 1 });
    const issue = async (code: Parameters<typeof createCode>[1] = {}, pc = 'DESK') =>
      licenseShape.parse(
        (
          await portal().call(licenses.issue, {
            token: owner.token,
            params: { id: owner.id },
            body: { verificationCode: createCode(createMachine(pc), code) },
          })
        ).body,
      ).licenseId;
    const openPage = async (licenseId: number, who = owner) =>
      licenseAdmin.overview.reply.parse(
        (await portal().call(licenseAdmin.overview, { token: who.token, params: { licenseId } })).body,
      );
    const first = await issue();
    const second = await issue({ at: portal().now() + 1000 });
    const moved = await issue({ reason: 'moved' }, 'NEW');
    for (const licenseId of [first, second])
      expect(await openPage(licenseId)).toMatchObject({
        status: 'Replaced',
        ended: { how: 'replaced' },
        current: { licenseId: moved, machineName: 'NEW' },
      });
    expect(await openPage(moved)).toMatchObject({ status: 'Active', ended: null, current: null, renewedFrom: null });
    const params = { id: owner.id, licenseId: moved };
    await portal().call(licenseAdmin.revoke, { token: administrator.token, params, body: { reason: 'not paid' } });
    expect((await openPage(moved)).ended).toEqual({ how: 'revoked', at: new Date(portal().now()).toISOString() });
    expect((await openPage(moved, administrator)).ended).toMatchObject({ how: 'revoked', reason: 'not paid' });
  });

  test('an administrator can access the licences of all users', async () => {
    const admin = await addPerson(portal(), { profileId: 1 });
    for (const profileId of [1, 2, 6, 7, 10, 99]) {
      const otherPerson = await addPerson(portal(), { profileId });
      expect(await fetchStatuses(portal(), admin, otherPerson.id)).toEqual(okStatuses);
    }
  });

  describe('the access of a salesman', () => {
    test('a salesman can access customers of an assigned country and brand', async () => {
      const [sam, ada] = [await addSalesman(portal()), await addPerson(portal(), { country: 'FR', brandId: 'red' })];
      await assignSalesman(portal().database, sam.id, 'FR', 'red');
      expect(await fetchStatuses(portal(), sam, ada.id)).toEqual(okStatuses);
    });

    test('a salesman cannot access customers of an assigned country with another brand, nor customers of another country (T311)', async () => {
      const sam = await addSalesman(portal());
      await assignSalesman(portal().database, sam.id, 'FR', 'red');
      const strangers = [
        { country: 'FR', brandId: 'blue' },
        { country: 'BE', brandId: 'red' },
      ];
      for (const user of strangers) {
        const ada = await addPerson(portal(), user);
        expect(await fetchStatuses(portal(), sam, ada.id)).toEqual(notFoundStatuses);
      }
    });

    test('a salesman of the brand red in Italy and the brand blue in Spain cannot access a customer of the brand blue in Italy', async () => {
      const sam = await addSalesman(portal());
      await assignSalesman(portal().database, sam.id, 'IT', 'red');
      await assignSalesman(portal().database, sam.id, 'ES', 'blue');
      const ada = await addPerson(portal(), { country: 'IT', brandId: 'blue' });
      expect(await fetchStatuses(portal(), sam, ada.id)).toEqual(notFoundStatuses);
    });

    test('a salesman cannot access the customers of another salesman', async () => {
      const [sam, other] = [await addSalesman(portal()), await addSalesman(portal())];
      await assignSalesman(portal().database, other.id, 'PT', 'blue');
      const ada = await addPerson(portal(), { country: 'PT' });
      expect(await fetchStatuses(portal(), sam, ada.id)).toEqual(notFoundStatuses);
    });

    test('a salesman can access customers that they created, in any country', async () => {
      const sam = await addSalesman(portal());
      const ada = await addPerson(portal(), { country: 'JP', createdBy: sam.id });
      expect(await fetchStatuses(portal(), sam, ada.id)).toEqual(okStatuses);
    });

    test('a salesman can never access other staff, neither in an assigned country nor if they created them', async () => {
      const sam = await addSalesman(portal());
      await assignSalesman(portal().database, sam.id, 'NO', 'blue');
      for (const profileId of [1, 2, 6, 10]) {
        const colleague = await addPerson(portal(), { profileId, country: 'NO', createdBy: sam.id });
        expect(await fetchStatuses(portal(), sam, colleague.id), `profile ${profileId}`).toEqual(notFoundStatuses);
      }
    });

    test('a salesman can access a user without a known profile like a customer (T310)', async () => {
      const sam = await addSalesman(portal());
      await assignSalesman(portal().database, sam.id, 'SE', 'blue');
      for (const profileId of [99, null]) {
        const guest = await addPerson(portal(), { profileId, country: 'SE' });
        expect((await fetchStatuses(portal(), sam, guest.id)).slice(2, 4)).toEqual([200, 200]);
      }
    });

    test('a salesman loses access to the customers at once when the assignment is deleted (T312)', async () => {
      const [sam, ada] = [await addSalesman(portal()), await addPerson(portal(), { country: 'FI' })];
      await assignSalesman(portal().database, sam.id, 'FI', 'blue');
      expect(await fetchStatuses(portal(), sam, ada.id)).toEqual(okStatuses);
      await portal().database.kysely.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', sam.id).execute();
      expect(await fetchStatuses(portal(), sam, ada.id)).toEqual(notFoundStatuses);
    });
  });

  describe('a reason to override the limits', () => {
    test('with a reason, staff can issue a licence beyond the limit for a customer in scope; the reason is in the licence and the audit log', async () => {
      const [sam, ada] = [await addSalesman(portal()), await addPerson(portal(), { country: 'DK' })];
      await assignSalesman(portal().database, sam.id, 'DK', 'blue');
      await fillSeats(portal(), ada);
      expect(readProblemCode((await issueForThirdPc(portal(), sam, ada, {})).body)).toBe('SEAT_LIMIT');
      const { licenseId } = licenseShape.parse(
        (await issueForThirdPc(portal(), sam, ada, { overrideReason: 'fair in May' })).body,
      );
      const { kysely } = portal().database;
      const row = await kysely
        .selectFrom('licenses')
        .select(['overrideReason', 'issuedBy'])
        .where('id', '=', licenseId)
        .executeTakeFirst();
      expect({ ...row }).toEqual({ overrideReason: 'fair in May', issuedBy: sam.id });
      const auditRows = await selectAuditEntries(kysely)
        .select('after')
        .where('action', '=', 'license.issue')
        .where('subjectId', '=', String(licenseId))
        .executeTakeFirst();
      expect(JSON.parse(auditRows?.after ?? '')).toMatchObject({ overrideReason: 'fair in May' });
    });

    test('a reason allows a move beyond the limit, and this move does not count as one of the customer’s moves', async () => {
      const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
      for (const name of ['A', 'B', 'C', 'D'])
        await portal().call(licenses.issue, {
          token: ada.token,
          params: { id: ada.id },
          body: { verificationCode: createCode(createMachine(name), { reason: 'moved' }) },
        });
      const code = createCode(createMachine('E'), { reason: 'moved' });
      const { status } = await portal().call(licenses.issue, {
        token: admin.token,
        params: { id: ada.id },
        body: { verificationCode: code, overrideReason: 'stolen' },
      });
      expect(status).toBe(200);
      const previewResponse = await portal().call(licenses.issue, {
        token: ada.token,
        params: { id: ada.id },
        body: { verificationCode: createCode(createMachine('F'), { reason: 'moved' }), preview: true },
      });
      expect(previewResponse.body).toMatchObject({
        offer: { movesUsed: 3, movesAllowed: 3 },
        problem: { code: 'MOVE_LIMIT' },
      });
    });

    test.each([undefined, true])(
      'a reason is not accepted from a customer, nor from staff for themselves (preview: %s)',
      async (isPreview) => {
        for (const profileId of [1, 2, 7]) {
          const who = await addPerson(portal(), { profileId });
          const changes = { overrideReason: 'please', ...(isPreview && { preview: true }) };
          expect(await issueForThirdPc(portal(), who, who, changes)).toMatchObject({
            status: 403,
            body: { code: 'NOT_PERMITTED' },
          });
        }
      },
    );

    test('a reason that consists only of white space counts as no reason', async () => {
      const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
      await fillSeats(portal(), ada);
      expect(readProblemCode((await issueForThirdPc(portal(), admin, ada, { overrideReason: '  ' })).body)).toBe(
        'SEAT_LIMIT',
      );
    });

    test('with a reason, staff still cannot access an account out of scope', async () => {
      const [sam, ada] = [await addSalesman(portal()), await addPerson(portal(), { country: 'US' })];
      expect(await issueForThirdPc(portal(), sam, ada, { overrideReason: 'a friend' })).toMatchObject({
        status: 404,
        body: { code: 'USER_NOT_FOUND' },
      });
    });
  });
});

describe.each(defaultDatabases)('a portal without the signing key (%s)', (kind) => {
  const portal = suitePortal(kind, { licenseKeys: null });

  test('without a signing key no licence is issued, the preview shows the reason, and existing licences stay available', async () => {
    const keylessPortal = await openPortal(portal().database, { tokens: portal().tokens });
    const ada = await addPerson(keylessPortal);
    const requestOptions = { token: ada.token, params: { id: ada.id } };
    const [old, fresh] = [createCode(createMachine('DESK')), createCode(createMachine('DESK'))];
    const issueResponse = await keylessPortal.call(licenses.issue, {
      ...requestOptions,
      body: { verificationCode: old },
    });
    const licenseId = licenseShape.parse(issueResponse.body).licenseId;
    const fileResponse = await keylessPortal.call(licenses.download, {
      ...requestOptions,
      params: { id: ada.id, licenseId },
    });

    expect(await portal().call(licenses.issue, { ...requestOptions, body: { verificationCode: fresh } })).toMatchObject(
      {
        status: 503,
        body: { code: 'CANNOT_ISSUE' },
      },
    );
    const previewResponse = await portal().call(licenses.issue, {
      ...requestOptions,
      body: { verificationCode: fresh, preview: true },
    });
    expect(previewResponse).toMatchObject({
      status: 200,
      body: { offer: { seatsUsed: 1 }, problem: { code: 'CANNOT_ISSUE' } },
    });

    const repeatedResponse = await portal().call(licenses.issue, {
      ...requestOptions,
      body: { verificationCode: old },
    });
    expect(repeatedResponse.body).toEqual(issueResponse.body);
    expect(await portal().call(licenses.list, requestOptions)).toMatchObject({ status: 200, body: { total: 1 } });
    const sameFileResponse = await portal().call(licenses.download, {
      ...requestOptions,
      params: { id: ada.id, licenseId },
    });
    expect(sameFileResponse.bytes.equals(fileResponse.bytes)).toBe(true);
    await keylessPortal.close();
  });
});
