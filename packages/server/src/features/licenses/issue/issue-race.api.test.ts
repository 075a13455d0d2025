import { licenses } from '@basics/contract/licenses/licenses.ts';
import type { KyselyPlugin } from 'kysely';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { extendAndVerifyChain } from '#server/testing/audit-of.ts';
import { createTokens } from '#server/platform/security/session-token.ts';
import {
  databases,
  createTestLocation,
  openWithLongTimeouts,
  createTestDatabase,
} from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal, testKey, type Portal } from '#server/testing/portal.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { readWitnesses } from '#server/features/audit/witnesses.ts';

/** Delays each result, so that other requests run between the reads and the writes of a transaction. */
const delayPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await sleep(2);
    return result;
  },
};

type Servers = { one: Portal; all: readonly Portal[] };

const slowDown = (database: Database): Database => ({
  ...database,
  kysely: database.kysely.withPlugin(delayPlugin),
  transact: (operation) => database.transact((trx) => operation(trx.withPlugin(delayPlugin))),
});

/** Opens servers that share one database, for all tests of a `describe`; the first server opens the sessions. */
function openServersForSuite(
  kind: DatabaseKind,
  count: number,
  database: (openedDatabase: Database) => Database,
): () => Servers {
  let servers: Servers | undefined;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const location = await createTestLocation(kind, (cleanUp) => cleanUps.push(cleanUp));
    const openedDatabases = await Promise.all(Array.from({ length: count }, () => openWithLongTimeouts(location)));
    const tokens = createTokens(randomBytes(32));
    const portals: Portal[] = [];
    for (const openedDatabase of openedDatabases) portals.push(await openPortal(database(openedDatabase), { tokens }));
    const [one] = portals;
    if (!one) throw new Error('no server');
    servers = { one, all: portals };
    cleanUps.unshift(async () => {
      await Promise.all(portals.map((portal) => portal.close()));
      await Promise.all(openedDatabases.map((openedDatabase) => openedDatabase.close()));
    });
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return () => {
    if (!servers) throw new Error('The servers can be used only inside a test.');
    return servers;
  };
}

const requestLicense = (portal: Portal, who: Person, code: string) =>
  portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body: { verificationCode: code } });

/** Sends all requests at once, distributed over the servers. */
const sendSimultaneously = (servers: readonly Portal[], requests: readonly { who: Person; code: string }[]) =>
  Promise.all(
    requests.map(({ who, code }, requestIndex) => {
      const server = servers[requestIndex % servers.length];
      if (!server) throw new Error('no server');
      return requestLicense(server, who, code);
    }),
  );

const countRows = async (portal: Portal, table: 'licenses' | 'machines' | 'moves', owners: readonly Person[]) => {
  const ids = owners.map(({ id }) => id);
  const rows = await portal.database.kysely.selectFrom(table).select('id').where('userId', 'in', ids).execute();
  return rows.length;
};

const repeat = <T>(count: number, createItem: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => createItem(at));

const setUps = [
  { how: 'on one server, with time between reading and writing', count: 1, database: slowDown },
  { how: 'on two servers over one database, with time between reading and writing', count: 2, database: slowDown },
];

describe.each(databases)('simultaneous licence requests (%s)', (kind) => {
  describe.each(setUps)('$how', ({ count, database }) => {
    const servers = openServersForSuite(kind, count, database);

    test('50 simultaneous requests with one code create one licence (T292)', async () => {
      const { one, all } = servers();
      const ada = await addPerson(one);
      const code = createCode(createMachine('DESK'));
      const responses = await sendSimultaneously(
        all,
        repeat(50, () => ({ who: ada, code })),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect([await countRows(one, 'licenses', [ada]), await countRows(one, 'machines', [ada])]).toEqual([1, 1]);
    });

    test('if 12 PCs request a licence at the same time, two of them get the two seats (T294)', async () => {
      const { one, all } = servers();
      const ada = await addPerson(one);
      const responses = await sendSimultaneously(
        all,
        repeat(12, (at) => ({ who: ada, code: createCode(createMachine(`PC ${at}`)) })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(responses.filter(({ body }) => readProblemCode(body) === 'SEAT_LIMIT')).toHaveLength(10);
      expect([await countRows(one, 'licenses', [ada]), await countRows(one, 'machines', [ada])]).toEqual([2, 2]);
    });

    test('if 10 accounts send one code at the same time, one account gets the licence, and nine refusals are in the audit log (T293)', async () => {
      const { one, all } = servers();
      const people = await Promise.all(repeat(10, () => addPerson(one)));
      const code = createCode(createMachine('DESK'));
      const responses = await sendSimultaneously(
        all,
        people.map((who) => ({ who, code })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ body }) => readProblemCode(body) === 'CODE_USED_BY_OTHER')).toHaveLength(9);
      expect([await countRows(one, 'licenses', people), await countRows(one, 'machines', people)]).toEqual([1, 1]);
      const auditRows = await one.database.kysely
        .selectFrom('audit')
        .select('actorId')
        .where('action', '=', 'license.refuse')
        .execute();
      expect(new Set(auditRows.map((row) => row.actorId)).size).toBe(9);
    });

    test('if three moves are left, three of 8 simultaneous moves succeed (T295)', async () => {
      const { one, all } = servers();
      const ada = await addPerson(one);
      await requestLicense(one, ada, createCode(createMachine('FIRST')));
      const moveRequests = repeat(8, (at) => ({
        who: ada,
        code: createCode(createMachine(`PC ${at}`), { reason: 'moved' }),
      }));
      const responses = await sendSimultaneously(all, moveRequests);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(responses.filter(({ body }) => readProblemCode(body) === 'MOVE_LIMIT')).toHaveLength(5);
      expect(await countRows(one, 'moves', [ada])).toBe(3);
    });
  });
});

test.each(databases)('a licence file contains the newest hash of the audit log (%s)', async (kind) => {
  const portal = await openPortal(await createTestDatabase(kind));
  const { kysely } = portal.database;
  const ada = await addPerson(portal);
  const chainResult = await extendAndVerifyChain(portal.database);
  const body = { verificationCode: createCode(createMachine('DESK')) };
  await portal.call(licenses.issue, { token: ada.token, params: { id: ada.id }, body });
  const { licenceFile } = await kysely.selectFrom('licenses').select('licenceFile').executeTakeFirstOrThrow();

  const { publicKey } = testKey.signer;
  expect(readLicenceFile(licenceFile, [publicKey], nodePrimitives), 'readers ignore it').toMatchObject({ ok: true });
  const witnesses = readWitnesses(licenceFile, [{ publicKey, endedBy: Infinity }]);
  expect(witnesses).toMatchObject([{ hash: chainResult.ok ? chainResult.head : '' }]);
  expect(await verifyChain(kysely, witnesses)).toMatchObject({ ok: true });
  const otherPortal = await openPortal(await createTestDatabase(kind));
  expect(await verifyChain(otherPortal.database.kysely, witnesses), 'another chain').toMatchObject({ ok: false });
  await portal.close();
  await otherPortal.close();
});
