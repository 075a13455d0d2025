import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { lockUser, type Database } from '../database/database.ts';
import { type Db } from '../database/foundation.ts';
import { demoPassword } from '../demo/people/accounts.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { demoMessageLines } from '../demo/demo-words.ts';
import { createLicenseKey, createLicenseKeyFinder } from '../features/licenses/license-key.ts';
import type { LicenseKey, LicenseKeys } from '../features/licenses/license-key.ts';
import { findSigningKeys, insertSigningKey } from '../features/signing-keys/signing-keys.repository.ts';
import {
  findUnsetAdministrator,
  insertFirstAdministrator,
} from '../features/users/access/administrators.repository.ts';
import { createTokenPath, linkPaths } from '../mail/letter.ts';
import { bySystem, recordAudit } from '../platform/audit/audit.ts';
import { findNewestSeal, writePublicAuditKey } from '../platform/audit/audit.repository.ts';
import { findValidSeals } from '../platform/audit/audit-seal.ts';
import type { Clock } from '../platform/clock/clock.ts';
import {
  createLicenceKeyPath,
  readAuditKey,
  readLicenceKey,
  readSessionKey,
  writeAuditKey,
  writeLicenceKey,
  writeSessionKey,
} from '../platform/security/key-files.ts';
import { issueOneTimeToken } from '../platform/security/one-time-tokens.ts';
import type { Passwords } from '../platform/passwords/passwords.ts';
import { StartFault } from '../platform/problem.ts';
import type { Migration } from '../database/queries/statements.ts';
import { createSealKeyFiles } from '../sealing/open-seal-keys.ts';
import { findCurrentSealingKey } from '../sealing/sealing-keys.repository.ts';
import { refuseOtherSessionKey } from './running-portals.ts';
import { claimInstallation, findInstallation } from './settings.repository.ts';

type Dependencies = { config: Config; database: Database; clock: Clock; passwords: Passwords };
type StartState = {
  sessionKey: Uint8Array;
  /** The key that seals the audit log. */
  auditKey: Signer;
  licenseKeys: LicenseKeys | null;
};

/**
 * Prepares a start. At the first start, creates the keys, and then stores the public keys and the first administrator,
 * or the demo, in one transaction. Every later start only reads the keys, and fails if a key is missing, because a new
 * session key would end all sessions, and tools would not accept licences of a new licence key.
 */
export async function prepareStart(dependencies: Dependencies): Promise<StartState> {
  const { config, database } = dependencies;
  const installation = await findInstallation(database.kysely);
  if (installation === null) return install(dependencies);
  refuseOtherInstallation(installation, config);
  const keys = await readKeys(database.kysely, config);
  // If the key is lost later, the audit log can still say with which key it was sealed before.
  await writePublicAuditKey(database.kysely, bytesToHex(keys.auditKey.publicKey));
  return keys;
}

/**
 * Throws StartFault if the installed portal cannot start with this configuration. Changes nothing in the database, so that a refused start
 * leaves a database of an older version as it is. `missingMigrations` are the migrations that the start would run.
 */
export async function refuseWrongStart(
  { config, database, clock }: Omit<Dependencies, 'passwords'>,
  missingMigrations: readonly Migration[],
): Promise<void> {
  const missingTables = missingMigrations.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.do === 'createTable' ? [step.table] : [])),
  );
  // The files are looked for before the database is read: another portal that starts at the same time stores its installation first.
  const oldFiles = [config.auditKeyFile, config.sealKeyFile].filter((file) => existsSync(file));
  const installation = missingTables.includes('settings') ? null : await findInstallation(database.kysely);
  if (installation === null) return refuseKeysWithoutPortal(oldFiles, config);
  if (missingTables.some((table) => checkedTables.has(table))) return;
  refuseOtherInstallation(installation, config);
  const { sessionKey } = await readKeys(database.kysely, config);
  const sealingKeyId = await findCurrentSealingKey(database.kysely);
  if (sealingKeyId !== null) await createSealKeyFiles(config.sealKeyFile).use(sealingKeyId);
  await refuseOtherSessionKey(database.kysely, sessionKey, clock());
}

/**
 * Throws StartFault if no portal is installed in the database, but key files exist that only an installed portal creates: the database was
 * lost, or another one is configured. A new portal in its place would look like a portal that has lost its data.
 */
function refuseKeysWithoutPortal(oldFiles: readonly string[], { demo, database }: Config): void {
  if (oldFiles.length === 0 || demo) return;
  const place = 'file' in database ? database.file : 'of DATABASE_URL';
  throw new StartFault(
    `The database ${place} is empty, but the keys of an earlier portal exist: ${oldFiles.join(', ')}. Correct DATA_DIR or DATABASE_URL, or restore a backup: portal restore FILE. To begin a new portal, move these keys away.`,
  );
}

/** The tables that `refuseWrongStart` reads after `settings`. */
const checkedTables: ReadonlySet<string> = new Set(['signing_keys', 'audit_seals', 'sealing_keys', 'portal_processes']);

function refuseOtherInstallation(installation: 'portal' | 'demo', config: Config): void {
  if (installation === 'demo' && !config.demo)
    throw new StartFault(
      'This database contains a demo, whose passwords are public. Start it with --demo, or use another database.',
    );
  if (installation === 'portal' && config.demo)
    throw new StartFault(
      'This database contains a real portal. The demo needs its own database: unset DATA_DIR and DATABASE_URL.',
    );
}

async function readKeys(db: Db, config: Config): Promise<StartState> {
  const licenseKeys = await openLicenseKeys(db, config);
  const auditKey = await openAuditKey(db, config);
  return { sessionKey: await readSessionKey(config.jwtKeyFile), auditKey, licenseKeys };
}

async function install({ config, database, clock, passwords }: Dependencies): Promise<StartState> {
  await writeSessionKey(config.jwtKeyFile);
  if (config.licenceKeyFile !== null) await writeLicenceKey(config.licenceKeyFile);
  await readSessionKey(config.jwtKeyFile);
  const licenseKey = await readLicenseKey(config);
  const passwordHash = await passwords.hash(demoPassword);
  await database.transact(async (trx) => {
    if (!(await claimInstallation(trx, config.demo ? 'demo' : 'portal'))) return;
    if (licenseKey) await insertSigningKey(trx, { ...licenseKey, at: clock() });
    if (config.demo) await fillDemo(trx, { now: clock(), passwordHash, key: licenseKey });
    else await insertFirstAdministrator(trx, clock());
  });
  return prepareStart({ config, database, clock, passwords });
}

/**
 * Creates the messages for the operator that the portal prints at its start, before its address. Until the first
 * administrator has set up the account, every start prints a link to set it up. Links of other starts stay valid, because several portals
 * can start at the same time, and an operator reads the log of only one of them.
 */
export async function createStartMessages({
  config,
  database,
  clock,
}: Omit<Dependencies, 'passwords'>): Promise<readonly string[]> {
  if (config.demo) return demoMessageLines;
  const userId = await findUnsetAdministrator(database.kysely);
  if (userId === null) return [];
  const link = await database.transact(async (trx) => {
    await lockUser(trx, userId);
    const now = clock();
    const issuedToken = await issueOneTimeToken(trx, { purpose: 'activate', userId, keepsOlder: true, now });
    const subject = { kind: 'user', id: userId } as const;
    await recordAudit(trx, { at: now, ...bySystem, action: 'user.setUpLink', subject });
    return issuedToken;
  });
  return [
    '',
    'The portal has no administrator yet. Open this link to create the account; it works once, for 72 hours:',
    `  ${config.publicUrl}${createTokenPath(linkPaths.activate, link.token)}`,
    'Start the portal again for another link.',
    '',
  ];
}

const readLicenseKey = async ({ licenceKeyFile }: Config): Promise<LicenseKey | null> =>
  licenceKeyFile === null ? null : createLicenseKey(await readLicenceKey(licenceKeyFile));

/**
 * Opens the key of the audit log. The key is created if there is no seal yet.
 */
async function openAuditKey(db: Db, { auditKeyFile }: Config): Promise<Signer> {
  const newestSeal = await findNewestSeal(db);
  if (!newestSeal) await writeAuditKey(auditKeyFile);
  const key = await readAuditKey(auditKeyFile);
  // If the seals in the database belong to another key, a verification with this key would not detect a rewritten log.
  if (newestSeal && findValidSeals(newestSeal.seal, key.publicKey).length === 0)
    throw new StartFault(
      `The audit log is sealed with another key than the one in ${auditKeyFile}. Put the right one back, or, if it is lost: portal keys audit next --reason "..."`,
    );
  return key;
}

/**
 * Opens the licence keys on this machine. Without the current key, an error is thrown and the portal does not start.
 */
async function openLicenseKeys(db: Db, { licenceKeyFile: file }: Config): Promise<LicenseKeys | null> {
  if (file === null) return null;
  const keys = createLicenseKeyFinder(file);
  const storedKeys = await findSigningKeys(db);
  const currentKeyId = storedKeys.find(({ status }) => status === 'current')?.keyId;
  if (currentKeyId !== undefined && (await keys(currentKeyId))) return keys;
  const { keyId } = createLicenseKey(await readLicenceKey(file));
  const isKnown = storedKeys.some((key) => key.keyId === keyId);
  if (isKnown && currentKeyId !== undefined)
    throw new StartFault(
      `Licences are signed with the key ${currentKeyId} by now, and this machine has only ${keyId}. Copy ${createLicenceKeyPath(file, currentKeyId)} here from the machine that made it.`,
    );
  throw new StartFault(
    `The key that signs licences (${keyId}) does not belong to this portal, whose keys are: ${storedKeys.map((key) => key.keyId).join(', ') || 'none'}. Put the right key file back.`,
  );
}
