import { runCommand } from './command.ts';
import { reportChain } from './features/audit/chain-verdict.ts';

// `npm run audit:verify`, or with the hash of the previous run: `npm run audit:verify -- <hash>`.
const args = process.argv.slice(2);
const noted = args.find((arg) => /^[0-9a-f]{64}$/.test(arg));
await runCommand(
  args.filter((arg) => arg !== noted),
  ({ kysely }) => reportChain(kysely, noted),
);
