import { readFile } from 'node:fs/promises';
import { runCommand } from './command.ts';
import { reportChain } from './features/audit/chain-verdict.ts';
import type { Witness } from './features/audit/verify-chain.ts';
import { sealsInDatabase, witnessesIn } from './features/audit/witnesses.ts';
import { sealFileBeside } from './platform/seal-file.ts';
import { readAuditKey } from './platform/security/key-files.ts';
import { StartFault } from './platform/start-fault.ts';

// `npm run audit:verify`, with any logs, letters or licence files that contain seals: `npm run audit:verify -- portal.log PC-7.lic`. It also
// takes the hash of an entry that somebody has noted.
const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('--'));
const given = args.filter((arg) => !arg.startsWith('--'));
await runCommand(options, async ({ kysely }, { auditKeyFile }) => {
  const { publicKey } = await readAuditKey(auditKeyFile);
  const newest = await sealFileBeside(auditKeyFile).read();
  const witnesses = [
    ...(await sealsInDatabase(kysely, publicKey)),
    ...(newest === null ? [] : witnessesIn(newest, publicKey)),
    ...(await Promise.all(given.map((each) => witnessesOf(each, publicKey)))).flat(),
  ];
  return reportChain(kysely, witnesses);
});

/** Throws StartFault for a file that cannot be read or that proves nothing. */
async function witnessesOf(argument: string, publicKey: Uint8Array): Promise<Witness[]> {
  if (/^[0-9a-f]{64}$/.test(argument)) return [{ hash: argument, from: 'the hash that you gave' }];
  const text = await readFile(argument, 'utf8').catch((cause: unknown) => {
    throw new StartFault(`${argument} cannot be read.`, { cause });
  });
  const found = witnessesIn(text, publicKey);
  if (found.length === 0) throw new StartFault(`${argument} contains no seal of this portal and no licence.`);
  return found;
}
