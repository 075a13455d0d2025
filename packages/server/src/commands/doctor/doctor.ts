import { existsSync } from 'node:fs';
import { openDatabase, type Database } from '#server/database/database.ts';
import type { Call, Outcome } from '../command.ts';
import { readCallSettings } from '../on-database.ts';
import { describeError, fault, skipped } from './check.ts';
import type { Check, CheckContext, DatabaseContext, Finding } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { machineChecks } from './machine-checks.ts';
import type { Network } from './network.ts';
import { networkChecks } from './network-checks.ts';
import { peopleChecks } from './people-checks.ts';

type CheckResult = Finding & { name: string };

/** Runs every check, even if earlier checks find faults. The checks change nothing. */
export async function diagnose(call: Call, network: Network | null): Promise<Outcome> {
  const config = await readCallSettings(call);
  const context: CheckContext = { config, shell: call.shell, network };
  const results = await runChecks(machineChecks, context);
  const database = await openIfPossible(context);
  const checksWithDatabase = [...databaseChecks, ...peopleChecks, ...networkChecks];
  if ('is' in database) {
    results.push({ name: 'database', ...database });
    results.push(...checksWithDatabase.map(({ name }) => ({ name, ...skipped('the database cannot be opened') })));
  } else {
    results.push({ name: 'database', is: 'ok', text: 'url' in config.database ? 'PostgreSQL' : config.database.file });
    try {
      results.push(...(await runChecks<DatabaseContext>(checksWithDatabase, { ...context, database })));
    } finally {
      await database.close();
    }
  }
  const countResults = (is: Finding['is']): number => results.filter((result) => result.is === is).length;
  const [faults, warnings] = [countResults('fault'), countResults('warning')];
  return {
    ok: faults === 0,
    lines: [...results.flatMap(writeResult), `${results.length} checks: ${faults} faults, ${warnings} warnings.`],
    facts: { faults, warnings, checks: results },
  };
}

async function runChecks<Context>(checks: readonly Check<Context>[], context: Context): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  // The checks run one after the other, so that the order of the results is always the same.
  // oxlint-disable-next-line no-await-in-loop
  for (const { name, run } of checks) results.push({ name, ...(await run(context).catch(describeFailure)) });
  return results;
}

const describeFailure = (error: unknown): Finding =>
  fault(`The check failed: ${describeError(error)}.`, 'Read the message, and look at the log.');

async function openIfPossible({ config: { database: location } }: CheckContext): Promise<Database | Finding> {
  if ('file' in location && !existsSync(location.file))
    return fault(
      `There is no database at ${location.file}.`,
      'Start the portal once, or set DATA_DIR or DATABASE_URL.',
    );
  return openDatabase(location).catch((error: unknown) =>
    fault(error instanceof Error ? error.message : String(error), 'See "When it does not start" in docs/operating.md.'),
  );
}

const labels: Record<Finding['is'], string> = {
  ok: 'ok     ',
  skipped: 'skipped',
  warning: 'WARNING',
  fault: 'FAULT  ',
};

const writeResult = (result: CheckResult): string[] => [
  `${labels[result.is]}  ${result.name}: ${result.text}`,
  ...('next' in result ? [`         ${result.next}`] : []),
];
