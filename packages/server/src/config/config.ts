import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { humanVerificationKinds, type HumanVerificationKind } from '@basics/contract/session/session.ts';
import { secondFactorPolicies, type SecondFactorPolicy } from '@basics/contract/calls/permissions.ts';
import { splitAddress } from '../database/dialects/postgres-address.ts';
import {
  createAddress,
  isIssuer,
  isOrigin,
  isProxyRange,
  isServiceUrl,
  isUrl,
  isWithoutUser,
  readHeaders,
  splitList,
} from './config-values.ts';
import { isBucket, isBucketAddress, type BucketAccess } from '../platform/storage/storage.ts';
import { readDuration } from '../platform/clock/clock.ts';
import {
  findHumanVerificationFaults,
  findBucketFaults,
  findIdentityProviderFaults,
  readIdentityProvider,
  readBucketAccess,
  readTraces,
  type IdentityProvider,
  type Traces,
} from './services.ts';
import { readMailbox, type Mailbox } from '../platform/email-addresses.ts';

type Variable = { defaultValue: string; isValid: (value: string) => boolean; is: string };

/** Ports that browsers refuse to open (WHATWG Fetch, "port blocking") and that an operator could configure by mistake. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

const acceptAny = (): boolean => true;
const acceptOneOf = (...options: string[]) => ({
  isValid: (value: string) => options.includes(value),
  is: `must be one of ${options.join(', ')}.`,
});
const acceptUrl = (protocols: readonly string[], is: string) => ({
  isValid: (value: string) => value === '' || isUrl(value, protocols),
  is,
});
/** RFC 3986, 3.2.1: these characters end the user or the password of an address, or begin an encoded character. */
const encodingHint = 'Write @ # / ? % in the user or the password as %40 %23 %2F %3F %25.';
const acceptServiceUrl = (protocols: readonly string[], is: string) => ({
  isValid: (value: string) => value === '' || isServiceUrl(value, protocols),
  is: `${is} ${encodingHint}`,
});

function isDatabaseAddress(value: string): boolean {
  const addresses = splitAddress(value);
  return addresses.length > 0 && addresses.every((address) => isServiceUrl(address, ['postgres:', 'postgresql:']));
}

/** Every variable of the portal: its default, the check of its value, and the message for a wrong value. */
const variables = {
  PORT: {
    defaultValue: '3000',
    isValid: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535 && !blockedPorts.has(Number(value)),
    is: 'must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666.',
  },
  HOST: {
    defaultValue: '127.0.0.1',
    isValid: (value) => value === 'localhost' || isIP(value) > 0,
    is: 'must be an IP address to listen on, or localhost.',
  },
  DRAIN_SECONDS: {
    defaultValue: '',
    isValid: (value) => value === '' || (/^\d{1,3}$/.test(value) && Number(value) <= 300),
    is: 'must be a number of seconds, 0 to 300.',
  },
  DATA_DIR: { defaultValue: '', isValid: acceptAny, is: '' },
  DATABASE_URL: {
    defaultValue: '',
    isValid: (value) => value === '' || isDatabaseAddress(value),
    is: `must be like postgres://user:password@host:5432/name, or empty for the embedded database. ${encodingHint}`,
  },
  DATABASE_READ_URL: {
    defaultValue: '',
    isValid: (value) => value === '' || (isDatabaseAddress(value) && splitAddress(value).length === 1),
    is: `must be the address of one replica of the server in DATABASE_URL, or empty. ${encodingHint}`,
  },
  DATABASE_CONNECTIONS: {
    defaultValue: '10',
    isValid: (value) => /^[1-9]\d{0,2}$/.test(value),
    is: 'must be how many connections to PostgreSQL a portal may open, 1 to 999.',
  },
  PUBLIC_URL: {
    defaultValue: '',
    isValid: (value) => value === '' || (isUrl(value, ['http:', 'https:']) && isOrigin(value)),
    is: 'must be the address that people use, like https://portal.example.com, without a path. The portal needs a host name of its own.',
  },
  SMTP_URL: {
    defaultValue: '',
    ...acceptServiceUrl(['smtp:', 'smtps:'], 'must be like smtp://user:password@host:587, or empty.'),
  },
  MAIL_FROM: {
    defaultValue: '',
    isValid: (value) => value === '' || readMailbox(value) !== null,
    is: 'must be one sender, like Basics Portal <no-reply@example.com>, or empty for the sender of each brand.',
  },
  MAIL_RATE: {
    defaultValue: '',
    isValid: (value) => value === '' || /^[1-9]\d{0,4}$/.test(value),
    is: 'must be how many e-mails may be sent in a minute, 1 to 99999, or empty.',
  },
  JWT_KEY_FILE: { defaultValue: '', isValid: acceptAny, is: '' },
  SEAL_KEY_FILE: { defaultValue: '', isValid: acceptAny, is: '' },
  AUDIT_KEY_FILE: { defaultValue: '', isValid: acceptAny, is: '' },
  LICENCE_KEY_FILE: { defaultValue: '', isValid: acceptAny, is: '' },
  HUMAN_VERIFICATION: { defaultValue: 'altcha', ...acceptOneOf(...humanVerificationKinds) },
  HUMAN_VERIFICATION_SITE_KEY: { defaultValue: '', isValid: acceptAny, is: '' },
  HUMAN_VERIFICATION_SECRET: { defaultValue: '', isValid: acceptAny, is: '' },
  REQUIRE_SECOND_FACTOR: {
    defaultValue: '',
    isValid: (value) => value === '' || secondFactorPolicies.some((policy) => policy === value),
    is: `must be one of ${secondFactorPolicies.join(', ')}, or empty.`,
  },
  TRUSTED_PROXIES: {
    defaultValue: '',
    isValid: (value) => splitList(value).every(isProxyRange),
    is: 'must be IP addresses or ranges of your proxies, separated by commas, like 10.0.0.0/8. A range that contains all addresses would let everybody forge the address of a client.',
  },
  CORS_ORIGINS: {
    defaultValue: '',
    isValid: (value) =>
      splitList(value).every((origin) => isUrl(origin, ['https:', 'http:']) && new URL(origin).origin === origin),
    is: 'must be origins of other web sites whose pages may use the API, separated by commas, like https://shop.example.com, without a path.',
  },
  POC_URL: {
    defaultValue: '',
    ...acceptUrl(['http:', 'https:'], 'must be a web address that begins with https:// or http://, or empty.'),
  },
  LOG_LEVEL: { defaultValue: 'info', ...acceptOneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent') },
  METRICS_PORT: {
    defaultValue: '',
    isValid: (value) => value === '' || (/^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) <= 65_535),
    is: 'must be a port, 1 to 65535, or empty.',
  },
  METRICS_TOKEN: {
    defaultValue: '',
    isValid: (value) => value === '' || /^[\w.~+/-]{24,}=*$/.test(value),
    is: 'must have at least 24 letters and digits, or be empty. A token can be made by: openssl rand -hex 24',
  },
  BOUNCE_TOKEN: {
    defaultValue: '',
    isValid: (value) => value === '' || /^[\w.~+/-]{24,}=*$/.test(value),
    is: 'must have at least 24 letters and digits, or be empty. A token can be made by: openssl rand -hex 24',
  },
  SECURITY_CONTACT: {
    defaultValue: '',
    isValid: (value) => value === '' || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value),
    is: 'must be where people report security faults, like mailto:security@example.com or https://example.com/security, or empty.',
  },
  FILES_DIR: {
    defaultValue: '',
    isValid: (value) => !isBucket(value),
    is: 'must be a folder, or empty. For a bucket, set FILES_S3_BUCKET.',
  },
  FILES_S3_BUCKET: {
    defaultValue: '',
    isValid: (value) => value === '' || isBucketAddress(`s3://${value}`),
    is: 'must be a bucket, like portal-files, with a prefix or without, like portal-files/releases, or empty.',
  },
  FILES_S3_ENDPOINT: {
    defaultValue: '',
    isValid: (value) => value === '' || (isUrl(value, ['https:', 'http:']) && isWithoutUser(value) && isOrigin(value)),
    is: 'must be the address of an S3-compatible server, like https://s3.example.com, without a path, a user and a password, or empty for AWS.',
  },
  FILES_S3_REGION: {
    defaultValue: 'us-east-1',
    isValid: (value) => /^[a-z\d-]{1,40}$/.test(value),
    is: 'must be the region of the buckets, like eu-central-1.',
  },
  FILES_S3_KEY: {
    defaultValue: '',
    isValid: (value) => /^(?:|role|[\x21-\x7E]+:[\x21-\x39\x3B-\x7E]+)$/.test(value),
    is: 'must be the key for the buckets, <access key id>:<secret>, or role for the role of this machine at AWS, or empty.',
  },
  BACKUP_DIR: {
    defaultValue: '',
    isValid: (value) => !isBucket(value) || isBucketAddress(value),
    is: 'must be a folder, or a bucket like s3://portal-backups/daily.',
  },
  BACKUP_EVERY: {
    defaultValue: '',
    isValid: (value) => value === '' || readDuration(value) !== null,
    is: 'must be a time like 30m, 6h or 1d, or empty: then the portal writes no backups by itself.',
  },
  BACKUP_KEEP: {
    defaultValue: '28',
    isValid: (value) => /^(?:0|[1-9]\d{0,4})$/.test(value),
    is: 'must be the number of backups to keep, 1 to 99999, or 0 to delete none.',
  },
  BACKUP_RECIPIENT: {
    defaultValue: '',
    isValid: (value) => value === '' || /^age1[02-9ac-hj-np-z]{58}$/.test(value),
    is: 'must be the public key for which backups are encrypted, as age-keygen prints it (age1...), or empty.',
  },
  BACKUP_HEARTBEAT_URL: {
    defaultValue: '',
    isValid: (value) => value === '' || (isUrl(value, ['http:', 'https:']) && isWithoutUser(value)),
    is: 'must be a web address that is called after each backup, without a user and a password, or empty.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    defaultValue: '',
    isValid: (value) => value === '' || (isUrl(value, ['http:', 'https:']) && isWithoutUser(value)),
    is: 'must be the address of an OTLP collector, like http://127.0.0.1:4318, without a user and a password, or empty.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    defaultValue: '',
    isValid: (value) => readHeaders(value) !== null,
    is: 'must be headers for the OTLP collector, like Authorization=Bearer%204f3c2a, separated by commas and with encoded values, or empty.',
  },
  OTEL_SERVICE_NAME: {
    defaultValue: 'basics-portal',
    isValid: (value) => /^[\x20-\x7E]{1,100}$/.test(value),
    is: 'must be the name of this portal in traces, at most 100 letters, digits and signs.',
  },
  ALLOW_PRIVATE_WEBHOOKS: { defaultValue: 'off', ...acceptOneOf('on', 'off') },
  CRM_URL: {
    defaultValue: '',
    isValid: (value) => value === '' || (isUrl(value, ['http:', 'https:']) && isWithoutUser(value)),
    is: 'must be a web address without a user and a password, or empty. CRM_AUTHORIZATION holds the credential.',
  },
  CRM_AUTHORIZATION: {
    defaultValue: '',
    isValid: (value) => value === '' || /^[\x21-\x7E]+ [\x20-\x7E]+$/.test(value),
    is: 'must be one line for the header Authorization, like Bearer 4f3c2a, or empty.',
  },
  OIDC_ISSUER: {
    defaultValue: '',
    isValid: (value) => value === '' || isIssuer(value),
    is: 'must be the issuer of your identity provider, like https://login.example.com/realms/staff, with https and without a user, a query and a fragment, or empty. For Microsoft Entra ID it contains the id of your tenant, not common, organizations or consumers.',
  },
  OIDC_CLIENT_ID: { defaultValue: '', isValid: acceptAny, is: '' },
  OIDC_CLIENT_SECRET: { defaultValue: '', isValid: acceptAny, is: '' },
  OIDC_REQUIRED: { defaultValue: 'none', ...acceptOneOf('none', 'staff') },
  SERVICE_WORKER: { defaultValue: 'on', ...acceptOneOf('on', 'off') },
} as const satisfies Record<string, Variable>;

type Key = keyof typeof variables;
type Environment = Readonly<Record<string, string | undefined>>;

export const environmentKeys = Object.keys(variables);

/**
 * The variables whose values can contain a secret. The address of a service can contain a password, which cannot be removed safely from a
 * malformed address. Each of these variables can also be read from a file: `SMTP_URL_FILE` names the file of `SMTP_URL`.
 */
export const secretKeys: ReadonlySet<string> = new Set<Key>([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'CRM_URL',
  'CRM_AUTHORIZATION',
  'POC_URL',
  'METRICS_TOKEN',
  'BOUNCE_TOKEN',
  'BACKUP_HEARTBEAT_URL',
  'HUMAN_VERIFICATION_SECRET',
  'OIDC_CLIENT_SECRET',
  'FILES_S3_ENDPOINT',
  'FILES_S3_KEY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/** Whether the value of a variable is a secret. The word `role` is no key. */
export const isSecret = (name: string, value: string): boolean =>
  secretKeys.has(name) && value !== '' && !(name === 'FILES_S3_KEY' && value === 'role');

const isFileOfSecret = (name: string): boolean => name.endsWith('_FILE') && secretKeys.has(name.slice(0, -5));

export type Config = {
  demo: boolean;
  host: string;
  port: number;
  /**
   * The socket that systemd opened for this process: it stays open while the service restarts, so that new connections wait for the next
   * process and none is refused. The number is null if systemd passed no socket.
   */
  passedSocket: number | null;
  /** The time in milliseconds in which a process still accepts connections after SIGTERM. */
  drainMs: number;
  dataDir: string;
  database: { file: string } | { url: string };
  /** The address of a replica of PostgreSQL for lists and exports; null if there is none. */
  databaseReadUrl: string | null;
  /** How many connections to PostgreSQL the portal opens at most, and as many to its replica. */
  databaseConnections: number;
  /** The base of links in mails, without a slash at its end; never taken from a request. */
  publicUrl: string;
  jwtKeyFile: string;
  /** The file of the key with which secrets in the database are encrypted; later keys are files in the same folder. */
  sealKeyFile: string;
  auditKeyFile: string;
  /** The file of the key that signs licences. Without this key, the portal can read and list licences, but issues none. */
  licenceKeyFile: string | null;
  /** The URL of the mail server. Without a mail server, e-mails stay in the outbox. */
  smtpUrl: string | null;
  /** The sender of all e-mails; null if each brand is the sender of its own e-mails. */
  mailFrom: Mailbox | null;
  /** How many e-mails all portals together send in a minute; null without a limit. */
  mailRate: number | null;
  /** `secret` is null if the operator sets no secret; for ALTCHA, the secret is then derived from the session key. */
  humanVerification: { kind: HumanVerificationKind; siteKey: string | null; secret: string | null };
  secondFactorPolicy: SecondFactorPolicy;
  /** The identity provider of the operator (OpenID Connect), with which staff sign in; null if there is none. */
  identityProvider: IdentityProvider | null;
  trustedProxies: readonly string[];
  /** The origins of other web sites whose pages may use the API. */
  corsOrigins: readonly string[];
  /** Whether webhooks may use http, any port, and the addresses of private networks. */
  allowPrivateWebhooks: boolean;
  /** The place of the files of release notes, a folder or `s3://bucket/prefix`; null if there is none. */
  filesPlace: string | null;
  /** How to reach buckets; null if there is no key for them. */
  bucketAccess: BucketAccess | null;
  pocUrl: string | null;
  /** A REST endpoint for accounts of the CRM; null uses the built-in table. */
  crmUrl: string | null;
  /** The header `Authorization` (RFC 9110, 11.6.2) of requests to the CRM; null if the CRM needs none. */
  crmAuthorization: string | null;
  /** Whether browsers keep the portal's files with a service worker. If false, browsers remove the service worker. */
  serviceWorker: boolean;
  logLevel: string;
  /**
   * If `everyMs` is null, the portal writes no backups by itself. `place` is a folder or `s3://bucket/prefix`, and `keep` the number of backups
   * that are kept there, 0 for all. `heartbeatUrl` is called after each backup without faults, and backups are encrypted for the public key
   * `recipient`; null if there is none.
   */
  backup: {
    place: string;
    everyMs: number | null;
    keep: number;
    heartbeatUrl: string | null;
    recipient: string | null;
  };
  /** The OTLP collector that gets a span of each request, and the name of this portal in it; null if there is none. */
  traces: Traces | null;
  /**
   * Where `/metrics` is served: on its own port, and on the port of the portal for clients with the token. `port` or `token` is null if
   * `/metrics` is not served there.
   */
  metrics: { port: number | null; token: string | null };
  /** The token with which mail servers report bounces. */
  bounceToken: string | null;
  /** The `mailto:` or `https:` address of `/.well-known/security.txt`. */
  securityContact: string | null;
};

/** The value of a variable, which is empty if the portal computes the default, and its source. */
export type Setting = { name: Key; value: string; from: 'file' | 'environment' | '.env' | 'default' };

export type ConfigReading =
  | { ok: true; config: Config; settings: readonly Setting[] }
  | { ok: false; faults: readonly string[] };

/** `files` are the values of secrets that are in files of their own. */
type Sources = {
  environment: Environment;
  dotenv: Environment;
  files?: Environment;
  args: readonly string[];
  cwd: string;
};

/**
 * Combines files of secrets, environment, `.env` and arguments into one object, and checks it once. All faults are reported together, each
 * with what would be valid. The environment overrides `.env`, also with an empty value. An unknown name in `.env` is a fault, because it is
 * probably a typing error.
 */
export function readConfig({ environment, dotenv, files = {}, args, cwd }: Sources): ConfigReading {
  const readSetting = (name: Key): Setting => {
    const sources = { file: files[name], environment: environment[name], '.env': dotenv[name] };
    const from = (['file', 'environment', '.env'] as const).find((source) => sources[source] !== undefined);
    const value = from && sources[from]?.trim();
    return from && value ? { name, value, from } : { name, value: variables[name].defaultValue, from: 'default' };
  };
  const readValue = (key: Key): string => readSetting(key).value;
  const faults = [
    ...args.filter((arg) => arg !== '--demo').map((arg) => `Unknown option ${arg}. The only option is --demo.`),
    ...Object.keys(dotenv)
      .filter((name) => !environmentKeys.includes(name) && !isFileOfSecret(name))
      .map((name) => `Unknown name ${name} in .env. See .env.example for all names.`),
    ...keys
      .filter((key) => !variables[key].isValid(readValue(key)))
      .map(
        (key) => `${key} ${variables[key].is}${secretKeys.has(key) ? '' : ` It is ${JSON.stringify(readValue(key))}.`}`,
      ),
    ...findHumanVerificationFaults(readValue),
    ...findIdentityProviderFaults(readValue),
    ...findBucketFaults(readValue),
    ...(readValue('DATABASE_READ_URL') !== '' && readValue('DATABASE_URL') === ''
      ? ['DATABASE_READ_URL has no effect without DATABASE_URL.']
      : []),
  ];
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    config: Object.freeze({
      ...createConfig(readValue, args.includes('--demo'), cwd),
      passedSocket: findPassedSocket(environment),
    }),
    settings: keys.map(readSetting),
  };
}

/** Resolves the path of a folder; a bucket stays as it is. */
export const resolvePlace = (cwd: string, place: string): string => (isBucket(place) ? place : resolve(cwd, place));

function readFilesPlace(readValue: (key: Key) => string, cwd: string): string | null {
  const [folder, bucket] = [readValue('FILES_DIR'), readValue('FILES_S3_BUCKET')];
  if (bucket !== '') return `s3://${bucket}`;
  return folder === '' ? null : resolve(cwd, folder);
}

const isKey = (name: string): name is Key => name in variables;
const keys = environmentKeys.filter(isKey);

function createConfig(readValue: (key: Key) => string, demo: boolean, cwd: string): Omit<Config, 'passedSocket'> {
  const dataDir = resolve(cwd, readValue('DATA_DIR') || (demo ? './data/demo' : './data'));
  const url = readValue('DATABASE_URL');
  const licenceKey = readValue('LICENCE_KEY_FILE');
  const host = readValue('HOST');
  const port = Number(readValue('PORT'));
  const publicUrl = (readValue('PUBLIC_URL') || createAddress(host, port)).replace(/\/+$/, '');
  return {
    demo,
    host,
    port,
    drainMs: 1000 * Number(readValue('DRAIN_SECONDS') || (demo ? 0 : 5)),
    dataDir,
    database: url === '' ? { file: resolve(dataDir, 'portal.db') } : { url },
    databaseReadUrl: readValue('DATABASE_READ_URL') || null,
    databaseConnections: Number(readValue('DATABASE_CONNECTIONS')),
    publicUrl,
    jwtKeyFile: resolve(cwd, readValue('JWT_KEY_FILE') || resolve(dataDir, 'keys/session.key')),
    sealKeyFile: resolve(cwd, readValue('SEAL_KEY_FILE') || resolve(dataDir, 'keys/seal.key')),
    auditKeyFile: resolve(cwd, readValue('AUDIT_KEY_FILE') || resolve(dataDir, 'keys/audit.pem')),
    licenceKeyFile: licenceKey === 'none' ? null : resolve(cwd, licenceKey || resolve(dataDir, 'keys/licence.pem')),
    smtpUrl: readValue('SMTP_URL') || null,
    mailFrom: readMailbox(readValue('MAIL_FROM')),
    mailRate: Number(readValue('MAIL_RATE')) || null,
    humanVerification: {
      kind: findWord(humanVerificationKinds, readValue('HUMAN_VERIFICATION'), 'altcha'),
      siteKey: readValue('HUMAN_VERIFICATION_SITE_KEY') || null,
      secret: readValue('HUMAN_VERIFICATION_SECRET') || null,
    },
    secondFactorPolicy: findWord(
      secondFactorPolicies,
      readValue('REQUIRE_SECOND_FACTOR'),
      // With an https address, the portal can be reached from anywhere, so by default staff need a second step (OWASP ASVS 6.3.3).
      publicUrl.startsWith('https:') && !demo ? 'staff' : 'none',
    ),
    identityProvider: readIdentityProvider(readValue),
    trustedProxies: splitList(readValue('TRUSTED_PROXIES')),
    corsOrigins: splitList(readValue('CORS_ORIGINS')),
    allowPrivateWebhooks: readValue('ALLOW_PRIVATE_WEBHOOKS') === 'on',
    filesPlace: readFilesPlace(readValue, cwd),
    bucketAccess: readBucketAccess(readValue),
    pocUrl: readValue('POC_URL') || null,
    crmUrl: readValue('CRM_URL') || null,
    crmAuthorization: readValue('CRM_AUTHORIZATION') || null,
    serviceWorker: readValue('SERVICE_WORKER') === 'on',
    logLevel: readValue('LOG_LEVEL'),
    backup: {
      place: resolvePlace(cwd, readValue('BACKUP_DIR') || resolve(dataDir, 'backups')),
      everyMs: readDuration(readValue('BACKUP_EVERY')),
      keep: Number(readValue('BACKUP_KEEP')),
      heartbeatUrl: readValue('BACKUP_HEARTBEAT_URL') || null,
      recipient: readValue('BACKUP_RECIPIENT') || null,
    },
    traces: readTraces(readValue),
    bounceToken: readValue('BOUNCE_TOKEN') || null,
    securityContact: readValue('SECURITY_CONTACT') || null,
    metrics: { port: Number(readValue('METRICS_PORT')) || null, token: readValue('METRICS_TOKEN') || null },
  };
}

/**
 * The first file descriptor that systemd passes to this process; null if there is none. LISTEN_PID is the id of the process that may use
 * the file descriptor (sd_listen_fds(3)).
 */
const findPassedSocket = ({ LISTEN_FDS, LISTEN_PID }: Environment): number | null =>
  LISTEN_FDS === '1' && Number(LISTEN_PID) === process.pid ? 3 : null;

const findWord = <const Word extends string>(words: readonly Word[], text: string, defaultWord: Word): Word =>
  words.find((word) => word === text) ?? defaultWord;
