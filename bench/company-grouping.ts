/**
 * Counts the seats of many users before there are companies and after: `node bench/company-grouping.ts [users] [SQLite|PostgreSQL]`. Fills a
 * database of the version before companies with users, grants, PCs and licences, and migrates it. Then an administrator confirms each proposed
 * group of users with the same company text. Prints how many users have other seats after each step than the rows of the first database give.
 */
import { companies } from '@basics/contract/companies/companies.ts';
import { licensePreview, licenses } from '@basics/contract/licenses/licenses.ts';
import { openDatabase, type Database } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { migrations } from '@basics/server/database/migrations.ts';
import { findToolUsages } from '@basics/server/features/license-admin/tool-usage.ts';
import { insertSigningKey } from '@basics/server/features/signing-keys/signing-keys.repository.ts';
import { noon, openPortal, testKey, type Portal } from '@basics/server/testing/portal.ts';
import { addCustomersWithTriggers } from '@basics/server/testing/records/many-customers.ts';
import { createCode, createMachine } from '@basics/server/testing/records/machine.ts';
import { sql } from 'kysely';
import { createLocation, databaseKinds } from './open-bench.ts';

const userCount = Number(process.argv[2] ?? 100_000);
const selectedKinds = databaseKinds.filter((kind) => (process.argv[3] ?? kind) === kind);
/** The number of users for each of which the preview of a licence for another PC is made. */
const previewedUsers = 200;

/** The seats of a user for the tool, such as `1 of 2`. */
type SeatsByUser = ReadonlyMap<number, string>;

for (const kind of selectedKinds) {
  const { where, discard } = await createLocation(kind);
  const database = await openDatabase(where, { patienceMs: 600_000 });
  await fillOldDatabase(database);
  const expected = await readOldSeats(database);
  const inUse = [...expected.values()].filter((seats) => !seats.startsWith('0')).length;
  print(`${kind}: ${expected.size} users, ${inUse} of them use a seat`);
  await migrate(database, Date.now);
  const portal = await openPortal(database);
  const administrator = 'root@bench.example';
  await portal.addUser({ login: administrator, profileId: 1 });
  const token = await portal.signIn(administrator);
  await compare(portal, { step: 'after the migration', expected, token });
  const { companyCount, memberCount } = await confirmGroups(portal, token);
  await compare(portal, { step: `in ${companyCount} companies with ${memberCount} members`, expected, token });
  await portal.close();
  await database.close();
  await discard();
}

/** Fills a database that has only the migrations before the one that adds companies. */
async function fillOldDatabase(database: Database): Promise<void> {
  const firstNew = migrations.findIndex(({ name }) => name.endsWith('-companies'));
  await migrate(database, Date.now, migrations.slice(0, firstNew));
  await insertSigningKey(database.kysely, { ...testKey, at: 0 });
  await addCustomersWithTriggers(database, { from: 0, to: userCount });
}

/** Counts the seats of each user by the rows alone: the valid licences, and the number that the policy of the profile gives. */
async function readOldSeats({ kysely }: Database): Promise<SeatsByUser> {
  const { rows } = await sql<{ id: number; used: number; allowed: number }>`
    select users.id, licence_policies.seats as allowed,
      (select count(*) from licenses where licenses.user_id = users.id and licenses.tool_id = tool_grants.tool_id
        and licenses.revoked_at is null and licenses.replaced_at is null and licenses.expires_at > ${noon}) as used
    from users inner join tool_grants on tool_grants.user_id = users.id
    inner join licence_policies on licence_policies.profile_id = users.profile_id
      and licence_policies.tool_id = tool_grants.tool_id and licence_policies.brand_id = tool_grants.brand_id`.execute(
    kysely,
  );
  return new Map(rows.map(({ id, used, allowed }) => [id, formatSeats(used, allowed)]));
}

function formatSeats(used: number, allowed: number): string {
  return `${used} of ${allowed}`;
}

/** Creates a company for each group of users with the same company text, as staff do, until no group is left. */
async function confirmGroups(portal: Portal, token: string): Promise<{ companyCount: number; memberCount: number }> {
  let [companyCount, memberCount] = [0, 0];
  for (;;) {
    const { body } = await portal.call(companies.groups, { token, body: {} });
    const groups = companies.groups.reply.parse(body).items.filter(({ by }) => by === 'name');
    if (groups.length === 0) return { companyCount, memberCount };
    for (const { people } of groups) {
      const company = { name: people[0]?.company ?? '', members: people.map(({ userId }) => userId) };
      const reply = await portal.call(companies.create, { token, body: company });
      memberCount += companies.create.reply.parse(reply.body).members;
      companyCount += 1;
    }
  }
}

type Comparison = { step: string; expected: SeatsByUser; token: string };

/** Prints how many users have other seats than expected, and how many previews name another seat. */
async function compare(portal: Portal, { step, expected, token }: Comparison): Promise<void> {
  let [changed, previews, otherPreviews] = [0, 0, 0];
  const previewEvery = Math.max(1, Math.floor(expected.size / previewedUsers));
  for (const [userId, seats] of expected) {
    const usages = await findToolUsages(portal.database.kysely, { userId, now: portal.now() });
    const found = usages.map(({ seatsUsed, seatsAllowed }) => formatSeats(seatsUsed, seatsAllowed)).join();
    if (found !== seats) changed += 1;
    if (userId % previewEvery !== 0) continue;
    const offered = await previewSeats(portal, { userId, token });
    if (offered === null) continue;
    previews += 1;
    if (offered !== seats) otherPreviews += 1;
  }
  print(`${step}: ${changed} of ${expected.size} users have other seats, ${otherPreviews} of ${previews} previews`);
}

/** Returns the seats that the preview of a licence for another PC names; null for a user who gets no licence. */
async function previewSeats(portal: Portal, { userId, token }: { userId: number; token: string }) {
  const verificationCode = createCode(createMachine(`NEW-${userId}`), { at: portal.now() });
  const body = { verificationCode, preview: true };
  const reply = await portal.call(licenses.issue, { token, params: { id: userId }, body });
  if (reply.status !== 200) return null;
  const { offer } = licensePreview.parse(reply.body);
  return offer && formatSeats(offer.seatsUsed, offer.seatsAllowed);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
