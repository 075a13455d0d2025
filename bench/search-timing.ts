/**
 * Measures whether the response time of a search tells a salesman that a word occurs at customers out of scope:
 * `node bench/search-timing.ts [pairs] [SQLite|PostgreSQL]`. Searches users, companies and licences in turns for a word that 500 foreign customers have and for a word that
 * nobody has, and as a control for two words that nobody has. Prints the medians in milliseconds, and how often the first word was slower
 * (AUC): 0.50 means that the times do not show whether the word occurs.
 */
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { users } from '@basics/contract/users/users.ts';
import { addCustomers } from '@basics/server/testing/records/many-customers.ts';
import { assignSalesman } from '@basics/server/testing/records/staff.ts';
import { sql } from 'kysely';
import { compareTimes, median } from './median.ts';
import { databaseKinds, runOnDatabase, type Bench } from './open-bench.ts';

const pairCount = Number(process.argv[2] ?? 300);
const foreignCount = 500;
const [foreignWord, absentWord, otherAbsentWord] = ['quartzowl', 'quartzelk', 'quartzant'];

const searches = { users: users.search, companies: users.companies, licences: licenseAdmin.search };

for (const kind of databaseKinds.filter((name) => name === (process.argv[3] ?? name)))
  await runOnDatabase(kind, async (bench) => {
    await assignSalesman(bench.database, await bench.addUser('sales@bench.example', 2), 'NO', 'blue');
    await bench.addUser('root@bench.example', 1);
    await addCustomers(bench.database, { from: 0, to: 10_000 });
    for (let index = 0; index < foreignCount; index += 1)
      await bench.portal.addUser({ login: `${foreignWord}${index}@far.example`, country: 'FR' });
    await sql`update user_search set company = ${foreignWord} where fold like ${`%${foreignWord}%`}`.execute(
      bench.database.kysely,
    );
    // An administrator finds what the salesman must not find, so the measurement compares what it claims to compare.
    await expectHits(bench, 'root@bench.example', { [foreignWord]: foreignCount, [absentWord]: 0 });
    await expectHits(bench, 'sales@bench.example', { [foreignWord]: 0, [absentWord]: 0, berg: 1 });
    const token = await bench.signIn('sales@bench.example');
    for (const [name, call] of Object.entries(searches))
      for (const words of [[foreignWord, absentWord] as const, [otherAbsentWord, absentWord] as const])
        await measureWords(`${kind}, ${name}, ${words.join(' and ')}`, words, async (keyword) => {
          await bench.portal.call(call, { token, body: { keyword } });
        });
  });

/** Throws an error if the person does not find the given numbers of users; 1 means at least one. */
async function expectHits({ portal }: Bench, login: string, hits: Record<string, number>): Promise<void> {
  const token = await portal.signIn(login);
  for (const [keyword, count] of Object.entries(hits)) {
    const { body } = await portal.call(users.search, { token, body: { keyword } });
    const { total } = users.search.reply.parse(body);
    if (count === 1 ? total < 1 : total !== count) throw new Error(`${login} finds ${total} of ${keyword}`);
  }
}

async function measureWords(
  name: string,
  words: readonly [string, string],
  search: (word: string) => Promise<void>,
): Promise<void> {
  const durations: [number[], number[]] = [[], []];
  for (let index = 0; index < pairCount; index += 1)
    for (const side of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startTime = performance.now();
      await search(words[side]);
      durations[side].push(performance.now() - startTime);
    }
  const medians = durations.map((times) => `${median(times).toFixed(2)} ms`).join(', ');
  process.stdout.write(`${name.padEnd(46)} ${medians}, AUC ${compareTimes(...durations).toFixed(3)}\n`);
}
