import { listPermissions, toPermissionContext } from '@basics/contract/calls/permissions.ts';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/database/database.ts';
import { issueLicense, type IssueContext } from '#server/features/licenses/issue/issue-license.ts';
import { createLicenseKeyFinder } from '#server/features/licenses/license-key.ts';
import { downloadLicense } from '#server/features/licenses/read-license.ts';
import { findAccountByLogin } from '#server/features/session/passwords/password.repository.ts';
import { createLetterQueue, type QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Actor, Origin } from '#server/platform/http/call-context.ts';
import { Problem } from '#server/platform/problem.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { createSeal } from '#server/platform/security/seal.ts';
import { createSealKeyFiles, useCurrentSealingKey } from '#server/sealing/open-seal-keys.ts';
import { refuse, UsageFault, type Call, type Outcome, type Shell } from './command.ts';
import { runOnDatabase } from './on-database.ts';
import { refuseUnknownLogin } from './accounts.ts';

export type IssueOptions = { code?: string; user?: string; by?: string; out?: string };

/**
 * Issues a licence without the HTTP server, on the database of the portal or on a restored backup, by the rules of the portal. A code gives
 * the same licence in this command and in the portal.
 */
export async function issueLicence(call: Call, { code, user, by, out }: IssueOptions): Promise<Outcome> {
  if (code === undefined || user === undefined || by === undefined)
    throw new UsageFault('Name --code, --user (the owner) and --by (the administrator who issues).');
  return runOnDatabase(call, async (database, config) => {
    const [owner, actor] = [await findAccount(database, user), await findIssuer(database, by)];
    if (!owner) return refuseUnknownLogin(database.kysely, user);
    if (!actor) return refuseUnknownLogin(database.kysely, by);
    const context = await createIssueContext(database, config, { actor, clock: call.shell.clock });
    try {
      const body = { verificationCode: await readCode(code, call.shell) };
      const { licenseId, licenseCode } = await issueLicense(context, owner.id, body);
      const lines = [licenseCode];
      if (out !== undefined) {
        const { bytes } = await downloadLicense(context, owner.id, licenseId);
        await writeFile(resolve(call.shell.cwd, out), bytes, { flag: 'wx' });
        lines.push(`The licence file is ${resolve(call.shell.cwd, out)}`);
      }
      return { ok: true, lines, facts: { licenseId, licenseCode } };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return refuse(`${error.code}: ${error.message}`);
    }
  });
}

const findAccount = ({ kysely }: Database, login: string) => findAccountByLogin(kysely, foldLogin(login));

/** Finds the active administrator with the given login, who runs a command; null if there is none. */
export async function findIssuer(database: Database, login: string): Promise<Actor | null> {
  const account = await findAccount(database, login);
  return account?.status === 'active' && account.profileId === 1 ? toActor(account) : null;
}

const toActor = ({
  id: userId,
  login,
  profileId: profileID,
}: {
  id: number;
  login: string;
  profileId: number | null;
}): Actor => ({
  userId,
  login,
  profileID,
  sessionId: '',
  permissions: listPermissions(toPermissionContext({ userId, profileID })),
});

async function createIssueContext(
  database: Database,
  config: Config,
  { actor, clock }: { actor: Actor; clock: Clock },
): Promise<IssueContext> {
  return {
    database,
    queueLetter: await createCommandLetters(database, config, clock),
    randomBytes,
    actor,
    origin: createCommandOrigin('issue'),
    at: clock(),
    keys: config.licenceKeyFile === null ? null : createLicenseKeyFinder(config.licenceKeyFile),
  };
}

/** Creates the function that queues the e-mails of a command, which a running portal sends. */
export async function createCommandLetters(database: Database, config: Config, clock: Clock): Promise<QueueLetter> {
  const keys = createSealKeyFiles(config.sealKeyFile);
  await useCurrentSealingKey(database, keys);
  const sharedDependencies = { clock, randomBytes, wake: () => {} };
  return createLetterQueue({ ...sharedDependencies, publicUrl: config.publicUrl, seal: createSeal(keys) });
}

/** Creates the origin of a command for audit entries. */
export const createCommandOrigin = (command: string): Origin => ({
  requestId: `${command}-${randomBytes(8).toString('hex')}`,
  address: '',
  userAgent: `portal ${command}`,
  host: '',
});

/**
 * Reads a verification code or a licence code: the argument is the code itself, a file that contains it, or `-` for standard input. A code
 * contains no dot and no slash, so an argument with a dot or a slash names a file. Throws the error of Node.js if that file cannot be read.
 */
export async function readCode(codeArgument: string, { cwd, readStandardInput }: Shell): Promise<string> {
  if (codeArgument === '-') return readStandardInput();
  const file = resolve(cwd, codeArgument);
  return /[./\\]/.test(codeArgument) || existsSync(file) ? readFile(file, 'utf8') : codeArgument;
}
