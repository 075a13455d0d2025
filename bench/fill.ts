/**
 * Adds customers to the database of a stopped portal: `node bench/fill.ts <data folder> <customers>`. Each has a grant, a PC and a licence. Can
 * be run again to add more. It is interrupted without harm: all customers of a run are added, or none.
 */
import { openDatabase } from '@basics/server/database/database.ts';
import { migrate } from '@basics/server/database/migrate.ts';
import { addCustomers, countAdded } from '@basics/server/testing/many-customers.ts';
import { join } from 'node:path';

const [folder, customers] = process.argv.slice(2);
const count = Number(customers);
if (folder === undefined || !Number.isSafeInteger(count) || count < 1)
  throw new Error('Usage: node bench/fill.ts <data folder> <customers>');

const database = await openDatabase({ file: join(folder, 'portal.db') }, { isDurable: false });
try {
  await migrate(database, Date.now);
  const from = await countAdded(database.kysely);
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  await addCustomers(database, {
    from,
    to: from + count,
    onBatch: (at) => process.stdout.write(`${at - from} of ${count}, ${seconds().toFixed(1)} s\n`),
  });
  const rate = Math.round(count / seconds());
  process.stdout.write(`${count} customers added in ${seconds().toFixed(1)} s, ${rate} a second\n`);
} finally {
  await database.close();
}
