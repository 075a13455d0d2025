/**
 * Adds customers to the database of a stopped portal: `node bench/fill.ts <data folder> <customers>`. Each added customer has a grant, a PC
 * and a licence. Another run adds more customers. An interrupted run adds no customers.
 */
import { addCustomersToDatabase } from './add-customers-to-database.ts';

const [folder, customers] = process.argv.slice(2);
const customerCount = Number(customers);
if (folder === undefined || !Number.isSafeInteger(customerCount) || customerCount < 1)
  throw new Error('Usage: node bench/fill.ts <data folder> <customers>');

const startTime = performance.now();
const secondsSinceStart = () => (performance.now() - startTime) / 1000;
await addCustomersToDatabase(folder, customerCount, (addedCount) =>
  process.stdout.write(`${addedCount} of ${customerCount}, ${secondsSinceStart().toFixed(1)} s\n`),
);
const customersPerSecond = Math.round(customerCount / secondsSinceStart());
process.stdout.write(
  `${customerCount} customers added in ${secondsSinceStart().toFixed(1)} s, ${customersPerSecond} a second\n`,
);
