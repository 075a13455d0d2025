/** The portal of `scale.ts` in a process of its own, so that its CPU time is not that of the client: `kind` and `customers` as arguments. */
import { assign } from '@basics/server/testing/staff.ts';
import { addCustomers, smallCountries } from '@basics/server/testing/many-customers.ts';
import { runOnDatabase } from './open-bench.ts';
import type { Ready } from './scale.ts';

const [, , kind, customers] = process.argv;

await runOnDatabase(kind === 'PostgreSQL' ? 'PostgreSQL' : 'SQLite', async ({ database, address, addUser, signIn }) => {
  const salesmen = {
    sales1: [['AD', 'red']],
    sales3: [
      ['DE', 'blue'],
      ['FR', 'blue'],
      ['NO', 'red'],
    ],
    sales40: smallCountries.map((country) => [country, 'red']),
  } as const;
  await addUser('root@bench.example', 1);
  for (const [name, pairs] of Object.entries(salesmen)) {
    const id = await addUser(`${name}@bench.example`, 2);
    for (const [country = '', brand = ''] of pairs) await assign(database, id, country, brand);
  }
  await addCustomers(database, { from: 0, to: Number(customers) });
  const tokens = { root: await signIn('root@bench.example') } as Record<string, string>;
  for (const name of Object.keys(salesmen)) tokens[name] = await signIn(`${name}@bench.example`);
  process.send?.({ address, tokens } satisfies Ready);
  process.on('message', () => process.send?.(process.cpuUsage()));
  await new Promise((resolve) => process.once('disconnect', resolve));
});
