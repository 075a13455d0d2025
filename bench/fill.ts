/**
 * Adds customers to the database of a stopped portal: `node bench/fill.ts <data folder> <customers>`. Each has a grant, a PC and a licence. Can
 * be run again to add more. It is interrupted without harm: all customers of a run are added, or none.
 */
import { addToDatabase } from './add-to-database.ts';

const [folder, customers] = process.argv.slice(2);
const count = Number(customers);
if (folder === undefined || !Number.isSafeInteger(count) || count < 1)
  throw new Error('Usage: node bench/fill.ts <data folder> <customers>');

const started = performance.now();
const seconds = () => (performance.now() - started) / 1000;
await addToDatabase(folder, count, (done) => process.stdout.write(`${done} of ${count}, ${seconds().toFixed(1)} s\n`));
const rate = Math.round(count / seconds());
process.stdout.write(`${count} customers added in ${seconds().toFixed(1)} s, ${rate} a second\n`);
