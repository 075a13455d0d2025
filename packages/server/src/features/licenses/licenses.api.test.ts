import { license as licenseShape, licensePreview, licenses } from '@basics/contract/licenses.ts';
import type { License } from '@basics/contract/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock.ts';
import { auditEntries } from '#server/testing/audit-of.ts';
import { databases, freshDatabase } from '#server/testing/databases.ts';
import { codeOf, machine } from '#server/testing/machine.ts';
import { newcomer } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { codeIn, noon, openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/suite-portal.ts';
import { allRows } from '#server/testing/tables.ts';

const post = (portal: Portal, who: Person, verificationCode: string, more: Record<string, unknown> = {}) =>
  portal.ask(licenses.issue, { token: who.token, params: { id: who.id }, body: { verificationCode, ...more } });

async function issued(portal: Portal, who: Person, code: string, more: Record<string, unknown> = {}): Promise<License> {
  const { status, body } = await post(portal, who, code, more);
  expect({ status, code: codeIn(body) }).toEqual({ status: 200, code: null });
  return licenseShape.parse(body);
}

async function preview(portal: Portal, who: Person, code: string, more: Record<string, unknown> = {}) {
  const { body } = await post(portal, who, code, { ...more, preview: true });
  return licensePreview.parse(body);
}

describe.each(databases)('on %s', (kind) => {
  const portal = suitePortal(kind);

  describe('a preview', () => {
    test('tells all that the code says and what it would bring, and writes nothing', async () => {
      const ada = await newcomer(portal());
      const before = await allRows(portal().database);
      const seen = await preview(portal(), ada, codeOf(machine('DESK'), { at: noon - 90_000 }));
      expect(seen).toEqual({
        machine: { name: 'DESK', relation: 'new' },
        tool: 'basics',
        brand: 'blue',
        version: '1.0.1',
        createdAt: '2026-03-10T11:58:30.000Z',
        clockSkewSeconds: -90,
        offer: {
          expiryDate: '2027-03-10',
          seatsUsed: 0,
          seatsAllowed: 2,
          takesSeat: true,
          movesUsed: 0,
          movesAllowed: 3,
        },
      });
      expect(await allRows(portal().database)).toEqual(before);
    });

    test('tells of a clock that is a little ahead, and accepts it', async () => {
      const ada = await newcomer(portal());
      const seen = await preview(portal(), ada, codeOf(machine('DESK'), { at: noon + 300_000 }));
      expect(seen.clockSkewSeconds).toBe(300);
      expect(seen.problem).toBeUndefined();
    });

    test('of a code that has brought a licence already names that licence and its end', async () => {
      const ada = await newcomer(portal());
      const code = codeOf(machine('DESK'));
      const { licenseId, expiryDate } = await issued(portal(), ada, code);
      const seen = await preview(portal(), ada, code);
      expect(seen).toMatchObject({
        existingLicenseId: licenseId,
        offer: { expiryDate },
        machine: { relation: 'known' },
      });
      expect(seen.problem).toBeUndefined();
    });

    test('of a move names the PC that is replaced', async () => {
      const ada = await newcomer(portal());
      await issued(portal(), ada, codeOf(machine('OLD')));
      const seen = await preview(portal(), ada, codeOf(machine('NEW'), { reason: 'moved' }));
      expect(seen.machine).toEqual({ name: 'NEW', relation: 'moved', replaces: 'OLD' });
    });
  });

  describe('issuing', () => {
    test('gives the licence as the contract shapes it, active, for the PC of the code', async () => {
      const ada = await newcomer(portal());
      const code = codeOf(machine('DESK'));
      expect(await issued(portal(), ada, code)).toEqual({
        licenseId: expect.any(Number),
        userId: ada.id,
        licenseCode: expect.stringMatching(/^BL(-[0-9A-HJKMNP-TV-Z]{6}){32}$/),
        expiryDate: '2027-03-10',
        status: 'Active',
        verificationCode: code,
        machineName: 'DESK',
        version: '1.0.1',
        tool: 'basics',
        brand: 'blue',
        issuedAt: '2026-03-10T12:00:00.000Z',
        mail: 'none',
      });
    });

    test('the same code again, also mangled by a mail, gives the same licence and writes nothing', async () => {
      const ada = await newcomer(portal());
      const code = codeOf(machine('DESK'));
      const first = await issued(portal(), ada, code);
      const before = await allRows(portal().database);
      expect(await issued(portal(), ada, code)).toEqual(first);
      expect(await issued(portal(), ada, `> ${code.toLowerCase().replaceAll('-', ' – ')}\n> `)).toEqual(first);
      expect(await allRows(portal().database)).toEqual(before);
    });

    test('leaves an audit row with who, what and for whom, and no code in it', async () => {
      const [admin, ada] = [await newcomer(portal(), { profileId: 1 }), await newcomer(portal())];
      const { body, headers } = await portal().ask(licenses.issue, {
        token: admin.token,
        params: { id: ada.id },
        body: { verificationCode: codeOf(machine('DESK')) },
      });
      const { licenseId, licenseCode } = licenseShape.parse(body);
      const rows = await auditEntries(portal().database.kysely).selectAll().where('actorId', '=', admin.id).execute();
      const row = rows.find(({ action }) => action === 'license.issue');
      expect(row).toMatchObject({
        at: noon,
        requestId: headers['x-request-id'],
        subjectKind: 'license',
        subjectId: String(licenseId),
      });
      expect(JSON.parse(row?.after ?? '')).toMatchObject({ userId: ada.id, relation: 'new', overrideReason: null });
      expect(JSON.stringify(rows)).not.toContain(licenseCode.slice(3, 20));
    });

    test('for a PC that has one replaces it: the old one is Replaced, the end stays', async () => {
      const ada = await newcomer(portal());
      const first = await issued(portal(), ada, codeOf(machine('DESK')));
      const second = await issued(portal(), ada, codeOf(machine('DESK')));
      expect(second.licenseId).not.toBe(first.licenseId);
      expect(second.expiryDate).toBe(first.expiryDate);
      const { body } = await portal().ask(licenses.list, { token: ada.token, params: { id: ada.id } });
      expect(body).toMatchObject({
        total: 2,
        items: [
          { licenseId: second.licenseId, status: 'Active' },
          { licenseId: first.licenseId, status: 'Replaced' },
        ],
      });
    });

    test('an old code still gives its old licence, as what it is now', async () => {
      const ada = await newcomer(portal());
      const code = codeOf(machine('DESK'));
      const first = await issued(portal(), ada, code);
      await issued(portal(), ada, codeOf(machine('DESK')));
      expect(await issued(portal(), ada, code)).toEqual({ ...first, status: 'Replaced' });
    });

    test('a PC with a new disk keeps its seat, and is known by its new parts from then on', async () => {
      const ada = await newcomer(portal());
      await issued(portal(), ada, codeOf(machine('DESK')));
      const repaired = machine('DESK', { 'system-disk': 'second disk' });
      expect((await preview(portal(), ada, codeOf(repaired))).machine.relation).toBe('changed');
      await issued(portal(), ada, codeOf(repaired));
      const again = await preview(portal(), ada, codeOf(repaired));
      expect(again).toMatchObject({ machine: { relation: 'known' }, offer: { seatsUsed: 1 } });
    });

    test('a move frees the seat of the PC that is left, and counts', async () => {
      const ada = await newcomer(portal());
      const left = await issued(portal(), ada, codeOf(machine('OLD')));
      const moved = await issued(portal(), ada, codeOf(machine('NEW'), { reason: 'moved' }));
      expect(moved.expiryDate).toBe(left.expiryDate);
      const seen = await preview(portal(), ada, codeOf(machine('THIRD')));
      expect(seen.offer).toMatchObject({ seatsUsed: 1, movesUsed: 1 });
      const row = await portal()
        .database.kysely.selectFrom('licenses')
        .select(['replacedBy', 'replacedAt'])
        .where('id', '=', left.licenseId)
        .executeTakeFirst();
      expect({ ...row }).toEqual({ replacedBy: moved.licenseId, replacedAt: noon });
    });

    test('under the brand that is asked for, when there is a grant for it', async () => {
      const ada = await newcomer(portal(), { grants: [{ brand: 'blue' }, { brand: 'red' }] });
      expect((await issued(portal(), ada, codeOf(machine('A')))).brand).toBe('blue');
      expect((await issued(portal(), ada, codeOf(machine('B')), { brand: 'red', tool: 'basics' })).brand).toBe('red');
    });

    test('a user without a policy of his own is a viewer: 30 days', async () => {
      const guest = await newcomer(portal(), { profileId: 99 });
      expect((await issued(portal(), guest, codeOf(machine('DESK')))).expiryDate).toBe('2026-04-09');
    });

    test('never goes beyond the grant', async () => {
      const ada = await newcomer(portal(), { grants: [{ brand: 'blue', validTo: '2026-05-01' }] });
      expect((await issued(portal(), ada, codeOf(machine('DESK')))).expiryDate).toBe('2026-05-01');
    });
  });

  test('as time passes a licence is renewed, expires, and can be had again', async () => {
    const later = await openPortal(await freshDatabase(kind));
    const ada = await newcomer(later);
    const code = codeOf(machine('DESK'));
    await issued(later, ada, code);
    const onDay = async (day: string) => {
      later.pass(Date.parse(`${day}T12:00:00Z`) - later.now());
      return { ...ada, token: await later.signIn(ada.login) };
    };

    const early = await onDay('2027-02-08');
    expect((await issued(later, early, codeOf(machine('DESK'), { at: later.now() }))).expiryDate).toBe('2027-03-10');
    const open = await onDay('2027-02-09');
    expect((await issued(later, open, codeOf(machine('DESK'), { at: later.now() }))).expiryDate).toBe('2028-03-10');
    const after = await onDay('2028-03-11');
    const { body } = await later.ask(licenses.list, { token: after.token, params: { id: ada.id } });
    expect(body).toMatchObject({ items: [{ status: 'Expired' }, { status: 'Replaced' }, { status: 'Replaced' }] });
    expect((await issued(later, after, codeOf(machine('DESK'), { at: later.now() }))).expiryDate).toBe('2029-03-11');
    expect((await issued(later, after, code)).verificationCode, 'an old code that was used is not too old').toBe(code);
    later.pass(days(1));
    await later.close();
  });

  test('in the last second of its last day a grant gives nothing any more', async () => {
    const later = await openPortal(await freshDatabase(kind));
    later.pass(Date.parse('2026-03-31T23:59:58.999Z') - noon);
    const ada = await newcomer(later, { grants: [{ brand: 'blue', validTo: '2026-03-31' }] });
    expect((await issued(later, ada, codeOf(machine('A'), { at: later.now() }))).expiryDate).toBe('2026-03-31');
    later.pass(1);
    expect(codeIn((await post(later, ada, codeOf(machine('B'), { at: later.now() }))).body)).toBe('NO_TOOL_GRANT');
    await later.close();
  });
});
