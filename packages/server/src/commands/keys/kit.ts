import { randomBytes } from 'node:crypto';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { publishFile, replaceFile } from '#server/platform/storage/durable-file.ts';
import { findKits } from '#server/emergency/emergency-kits.repository.ts';
import { importKit } from '#server/emergency/import-kit.ts';
import { issueFromKit } from '#server/emergency/issue-from-kit.ts';
import { openKit, sealKit, type Kit } from '#server/emergency/kit.ts';
import { prepareKit, type KitLimits } from '#server/emergency/prepare-kit.ts';
import { endOfDay, days, toUtcDay } from '#server/platform/clock/clock.ts';
import { StartFault } from '#server/platform/problem.ts';
import { UsageFault, type Call, type Outcome } from '../command.ts';
import { createCommandLetters, findIssuer, readCode } from '../issue.ts';
import { runOnDatabase } from '../on-database.ts';
import { readTextIfPresent } from '#server/platform/files.ts';
import { readPassphrase, type PassphraseOptions } from './passphrase.ts';
import { refuseUnknownLogin } from '../accounts.ts';

export type KitOptions = PassphraseOptions & { licences?: string; days?: string; until?: string; 'key-of'?: string };

/** Prepares an emergency kit and publishes its key. The file must not exist. */
export async function createKitFile(call: Call, options: KitOptions): Promise<Outcome> {
  const { shell } = call;
  const limits = readLimits(options, shell.clock());
  const passphrase = await readPassphrase(options, shell);
  return runOnDatabase(call, async (database, { licenceKeyFile }) => {
    const file = resolve(shell.cwd, call.args[0] ?? '');
    const earlierKitFile = options['key-of'];
    const key =
      earlierKitFile === undefined ? null : (await readKit(resolve(shell.cwd, earlierKitFile), passphrase)).key;
    if ((await readTextIfPresent(file)) !== null) throw new StartFault(`${file} exists already. Nothing was written.`);
    const kit = await prepareKit(database, { ...limits, licenceKeyFile, key, now: shell.clock(), randomBytes });
    await writeKit({ file, kit, passphrase, isNew: true });
    const { manifest } = kit;
    return {
      ok: true,
      lines: [
        `${file} issues ${limits.licences} licences of ${limits.days} days until ${toUtcDay(limits.until)}, for ${manifest.grants.length} grants of customers.`,
        key === null
          ? `Its key ${manifest.keyId} is published now. Let every tool learn it: basics trust <address of the portal>`
          : `Its key ${manifest.keyId} is that of the earlier kit.`,
        'Keep the file and its passphrase in two places. Who has both can sign licences until the key is revoked: portal keys revoke',
      ],
      facts: { file, kit: manifest.kit, keyId: manifest.keyId, ...limits },
    };
  });
}

const parseNumber = (
  text: string | undefined,
  { min, max, name }: { min: number; max: number; name: string },
): number => {
  const parsedNumber = /^\d{1,4}$/.test(text ?? '') ? Number(text) : 0;
  if (parsedNumber < min || parsedNumber > max) throw new UsageFault(`--${name} is a number from ${min} to ${max}.`);
  return parsedNumber;
};

function readLimits({ licences, days: daysText = '14', until = '' }: KitOptions, now: number): KitLimits {
  const lastMoment = /^\d{4}-\d\d-\d\d$/.test(until) ? endOfDay(Date.parse(until)) : Number.NaN;
  if (!(lastMoment > now && lastMoment <= now + days(366)))
    throw new UsageFault('--until is a day like 2027-03-31, from today on and at most a year ahead.');
  return {
    licences: parseNumber(licences, { min: 1, max: 500, name: 'licences' }),
    days: parseNumber(daysText, { min: 1, max: 30, name: 'days' }),
    until: lastMoment,
  };
}

export type KitIssueOptions = PassphraseOptions & {
  code?: string;
  user?: string;
  by?: string;
  brand?: string;
  out?: string;
};

/** Issues a licence from a kit file, which is locked while the command runs. The kit counts the licence before the licence is printed. */
export async function issueFromKitFile({ args, shell }: Call, options: KitIssueOptions): Promise<Outcome> {
  const { code, user, by, brand = null, out } = options;
  if (code === undefined || user === undefined || by === undefined)
    throw new UsageFault('Name --code, --user (the owner) and --by (who issues).');
  if (code === '-') throw new UsageFault('Give the code itself or a file: standard input is for the passphrase.');
  const passphrase = await readPassphrase(options, shell);
  const file = resolve(shell.cwd, args[0] ?? '');
  const issueInput = {
    code: await readCode(code, shell),
    login: user,
    by,
    brand,
    now: shell.clock(),
    randomBytes,
  };
  const { entry, remainingCount } = await whileLocked(file, async () => {
    const kit = await readKit(file, passphrase);
    const kitLicense = issueFromKit(kit, issueInput);
    if (kitLicense.kit !== kit) await writeKit({ file, kit: kitLicense.kit, passphrase, isNew: false });
    return kitLicense;
  });
  const lines = [entry.licenceCode];
  if (out !== undefined) {
    await writeFile(resolve(shell.cwd, out), entry.licenceFile, { flag: 'wx' });
    lines.push(`The licence file is ${resolve(shell.cwd, out)}`);
  }
  shell.printNote(
    `The kit may issue ${remainingCount} more licences. Import it when the portal is back: portal kit import`,
  );
  return { ok: true, lines, facts: { licenceCode: entry.licenceCode, left: remainingCount } };
}

/** Stores the licences that a kit has issued. The command can be run again after the kit has issued more licences. */
export async function importKitFile(call: Call, options: PassphraseOptions & { by?: string }): Promise<Outcome> {
  const { shell } = call;
  const { by } = options;
  if (by === undefined) throw new UsageFault('Name --by (the administrator who imports).');
  const passphrase = await readPassphrase(options, shell);
  return runOnDatabase(call, async (database, config) => {
    const importer = await findIssuer(database, by);
    if (!importer) return refuseUnknownLogin(database.kysely, by);
    const kit = await readKit(resolve(shell.cwd, call.args[0] ?? ''), passphrase);
    const queueLetter = await createCommandLetters(database, config, shell.clock);
    const results = await importKit(database, kit, { actorId: importer.userId, now: shell.clock(), queueLetter });
    const refusedResults = results.filter((result) => result.is === 'refused');
    const failedReports = results.filter(({ lostPcFailure }) => lostPcFailure !== undefined);
    const countResults = (is: string): number => results.filter((result) => result.is === is).length;
    return {
      ok: refusedResults.length === 0 && failedReports.length === 0,
      lines: [
        `${countResults('imported')} licences were imported, ${countResults('known')} were there already, ${refusedResults.length} were refused.`,
        ...refusedResults.map(({ login, why }) => `A licence of ${login} was refused: ${why}.`),
        ...failedReports.map(
          ({ login, lostPcFailure }) => `Staff were not notified of a lost PC of ${login}: ${lostPcFailure}.`,
        ),
      ],
      facts: { results },
    };
  });
}

export const listKits = (call: Call): Promise<Outcome> =>
  runOnDatabase(call, async ({ kysely }) => {
    const kits = await findKits(kysely);
    const lines = kits.map(
      ({ id, keyId, licences, days: daysText, until, imported, importedAt }) =>
        `${id}  key ${keyId}, ${licences} licences of ${daysText} days until ${toUtcDay(until)}; ${importedAt === null ? 'never imported' : `${imported} imported on ${toUtcDay(importedAt)}`}`,
    );
    return { ok: true, lines: lines.length > 0 ? lines : ['There is no emergency kit.'], facts: { kits } };
  });

async function readKit(file: string, passphrase: string): Promise<Kit> {
  const text = await readTextIfPresent(file);
  if (text === null) throw new StartFault(`There is no file ${file}.`);
  return openKit(text, passphrase);
}

/** Writes a kit completely or not at all. A new kit is opened as a check before it gets its name. */
async function writeKit({
  file,
  kit,
  passphrase,
  isNew,
}: {
  file: string;
  kit: Kit;
  passphrase: string;
  isNew: boolean;
}) {
  const temporaryFile = `${file}.${process.pid}.part`;
  try {
    const handle = await open(temporaryFile, 'wx', 0o600);
    await handle.writeFile(sealKit(kit, passphrase));
    await handle.close();
    if (!isNew) return await replaceFile(temporaryFile, file);
    openKit(await readFile(temporaryFile, 'utf8'), passphrase);
    await publishFile(temporaryFile, file);
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

async function whileLocked<Result>(file: string, runLocked: () => Promise<Result>): Promise<Result> {
  const lockFile = `${file}.lock`;
  const handle = await open(lockFile, 'wx', 0o600).catch((cause: unknown) => {
    const isLocked = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new StartFault(
      isLocked
        ? `Another command uses this kit. If none does, delete ${lockFile}.`
        : `${lockFile} cannot be written. The kit counts its licences, so its folder must be writable.`,
      { cause },
    );
  });
  try {
    return await runLocked();
  } finally {
    await handle.close();
    await rm(lockFile);
  }
}
