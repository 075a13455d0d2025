/**
 * Measures the list of users: `node bench/scale.ts [SQLite|PostgreSQL] [customers ...] [--keep=folder] [--only=text]`, 10,000 and 100,000
 * customers by default. Prints the CPU time of each request, in milliseconds and as a multiple of the CPU time of `GET /user`. The request
 * and `GET /user` are sent in turns, so that a busy machine slows both. `--keep` keeps filled SQLite files for the next run, and the
 * PostgreSQL server with the URL `--postgres` keeps its databases.
 */
import { parseArgs } from 'node:util';
import { databaseKinds } from './open-bench.ts';
import { isOverLimit, measureLists } from './measure-lists.ts';
import { viewerNames } from './scale-rows.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, postgres: { type: 'string' }, only: { type: 'string', default: '' } },
});
const [kind = databaseKinds[0]] = databaseKinds.filter((databaseKind) => positionals.includes(databaseKind));
const sizes = positionals.map(Number).filter(Number.isSafeInteger);

for (const customers of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  // The sizes are measured one after the other, because two measurements would slow each other down.
  // oxlint-disable-next-line no-await-in-loop
  const { base, rows } = await measureLists({
    kind,
    customers,
    store: kind === 'SQLite' ? values.keep : values.postgres,
    nameFilter: values.only,
  });
  print(`\n${kind}, ${customers} customers: GET /user ${base.toFixed(2)} ms of CPU`);
  for (const measuredRow of rows) {
    const { row, rowCounts, plain, compressed } = measuredRow;
    print(
      [
        viewerNames[row.viewer].padEnd(19),
        row.label.padEnd(34),
        `${plain.ms.toFixed(2)} ms`.padStart(10),
        `${plain.multiple.toFixed(1)} x`.padStart(8),
        `compressed ${compressed.multiple.toFixed(1)} x`.padStart(20),
        `at most ${row.limit} ${row.unit}`.padStart(14),
        isOverLimit(measuredRow) ? 'OVER' : '    ',
        rowCounts,
      ].join(' '),
    );
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
