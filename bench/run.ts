/**
 * Measures the portal, and prints the figures as Markdown tables for docs/measurements.md: `npm run bench [-- section ...] [--sizes=10000,100000]
 * [--databases=SQLite,PostgreSQL] [--keep=folder] [--rows=100000]`. `section` is a name in the constant `sections`. Without a section name,
 * all sections run. `--keep` is the folder in which filled SQLite databases are kept for the next run. `--postgres` is the URL of a
 * PostgreSQL server on this machine, where the filled databases are kept for the next run. `--rows` is how many users the section `background` imports.
 * Requests a second are measured only if no other program uses the processor, or with `--rates`.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureLists } from './measure-lists.ts';
import { measureBackground } from './background.ts';
import { measureCalls } from './measure-calls.ts';
import { measureStart } from './measure-start.ts';
import { databaseKinds } from './open-bench.ts';
import { formatListReport } from './report-lists.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    databases: { type: 'string', default: databaseKinds.join(',') },
    keep: { type: 'string' },
    postgres: { type: 'string' },
    rows: { type: 'string', default: '100000' },
    rates: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const selectedKinds = databaseKinds.filter((kind) => values.databases.split(',').includes(kind));

/** The report contains the load of the machine, because other programs make the measured times longer. */
const describeLoad = (): string =>
  `${cpus().length} cores, load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}.`;

/** Requests a second are measured only up to this load per core, because other programs would falsify them. */
const maxLoadPerCore = 1.5;
const isQuiet = (): boolean => (loadavg()[0] ?? 0) <= maxLoadPerCore * cpus().length;

const printSection = (name: string, figures: string): void => {
  process.stdout.write(`\n${name}\n\n${figures}\n`);
};

const ratedRowLabels = [
  'first page',
  'by company',
  'last page',
  'absent word',
  'two letters',
  'word that one has',
  'word of 10 %',
];

async function runLists(): Promise<void> {
  for (const kind of selectedKinds)
    for (const size of sizes) {
      // The measurements run one after the other, because they share the processor.
      /* oxlint-disable no-await-in-loop */
      const figures = await measureLists({
        kind,
        customers: size,
        store: kind === 'SQLite' ? values.keep : values.postgres,
        ratedRows: values.rates || isQuiet() ? ratedRowLabels : [],
      });
      printSection(`lists ${kind} ${size}`, formatListReport(figures, describeLoad()));
      /* oxlint-enable no-await-in-loop */
    }
}

/** All sections except `lists` measure only the largest number of customers. */
const customers = Math.max(...sizes);
const sections: Readonly<Record<string, () => Promise<void>>> = {
  lists: runLists,
  background: async () => {
    const figures = await measureBackground({ customers, rows: Number(values.rows), keep: values.keep });
    printSection('background', `${describeLoad()}\n\n${figures}`);
  },
  calls: async () => {
    const figures = await measureCalls(customers, values.keep);
    printSection('calls', `${describeLoad()}\n\n${figures}`);
  },
  start: async () => {
    const figures = await measureStart(customers, values.keep);
    printSection('start', `${describeLoad()}\n\n${figures}`);
  },
};

for (const [name, run] of Object.entries(sections))
  if (positionals.length === 0 || positionals.includes(name)) {
    // The sections run one after the other, because they share the processor.
    // oxlint-disable-next-line no-await-in-loop
    await run();
  }
