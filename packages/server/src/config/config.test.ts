import { describe, expect, test } from 'vitest';
import { environmentKeys, readConfig, type Config } from './config.ts';
import { findMisspelt } from './read-settings.ts';

type Env = Record<string, string | undefined>;

const readTestConfig = (environment: Env = {}, dotenv: Env = {}, args: string[] = []) =>
  readConfig({ environment, dotenv, args, cwd: '/srv/portal' });

function readValid(...configArguments: Parameters<typeof readTestConfig>): Config {
  const reading = readTestConfig(...configArguments);
  if (!reading.ok) throw new Error(reading.faults.join('\n'));
  return reading.config;
}

function readFaults(...configArguments: Parameters<typeof readTestConfig>): readonly string[] {
  const reading = readTestConfig(...configArguments);
  return reading.ok ? [] : reading.faults;
}

describe('without any configuration', () => {
  test('the portal serves only this machine, with SQLite and with keys in the data folder (T242)', () => {
    expect(readValid()).toEqual({
      demo: false,
      host: '127.0.0.1',
      port: 3000,
      passedSocket: null,
      drainMs: 5000,
      dataDir: '/srv/portal/data',
      database: { file: '/srv/portal/data/portal.db' },
      databaseReadUrl: null,
      databaseConnections: 10,
      publicUrl: 'http://localhost:3000',
      jwtKeyFile: '/srv/portal/data/keys/session.key',
      sealKeyFile: '/srv/portal/data/keys/seal.key',
      auditKeyFile: '/srv/portal/data/keys/audit.pem',
      licenceKeyFile: '/srv/portal/data/keys/licence.pem',
      trustedProxies: [],
      allowPrivateWebhooks: false,
      corsOrigins: [],
      filesPlace: null,
      bucketAccess: null,
      pocUrl: null,
      crmUrl: null,
      crmAuthorization: null,
      smtpUrl: null,
      mailFrom: null,
      mailRate: null,
      humanVerification: { kind: 'altcha', siteKey: null, secret: null },
      secondFactorPolicy: 'none',
      identityProvider: null,
      serviceWorker: true,
      logLevel: 'info',
      metrics: { port: null, token: null },
      bounceToken: null,
      securityContact: null,
      backup: { place: '/srv/portal/data/backups', everyMs: null, keep: 28, heartbeatUrl: null, recipient: null },
      traces: null,
    });
  });

  test('the demo has its own folder, and serves only this machine', () => {
    expect(readValid({}, {}, ['--demo'])).toMatchObject({
      demo: true,
      host: '127.0.0.1',
      drainMs: 0,
      dataDir: '/srv/portal/data/demo',
    });
  });

  test('the configuration cannot be changed after it is read', () => {
    expect(Object.isFrozen(readValid())).toBe(true);
  });
});

describe('a configuration with variables from the environment and .env', () => {
  test('every variable is read and trimmed, and paths are resolved from the working directory', () => {
    expect(
      readValid({
        PORT: ' 8080 ',
        HOST: '::1',
        DRAIN_SECONDS: '20',
        DATA_DIR: '../state',
        DATABASE_URL: 'postgres://portal:p%40ss@db.example:5432/portal',
        PUBLIC_URL: 'https://portal.example///',
        JWT_KEY_FILE: '/run/secrets/jwt',
        SEAL_KEY_FILE: 'seal.key',
        AUDIT_KEY_FILE: '../keys/audit.pem',
        LICENCE_KEY_FILE: 'none',
        TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,',
        CORS_ORIGINS: 'https://shop.example, http://localhost:8080',
        FILES_DIR: '../files',
        FILES_S3_REGION: 'eu-central-1',
        FILES_S3_KEY: 'project:user:se/cret+',
        POC_URL: 'https://poc.example/x',
        LOG_LEVEL: 'debug',
        METRICS_PORT: '9464',
        METRICS_TOKEN: '0123456789abcdef01234567',
        SERVICE_WORKER: 'off',
        BACKUP_DIR: '../backups',
        BACKUP_EVERY: '6h',
        BACKUP_KEEP: '7',
        BACKUP_HEARTBEAT_URL: 'https://watch.example/ping/4f3c2a',
        BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
        MAIL_RATE: '200',
        DATABASE_CONNECTIONS: '25',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
        OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%204f3c2a, x-tenant=a%2Cb',
        OTEL_SERVICE_NAME: 'portal-north',
        OIDC_ISSUER: 'https://login.example/realms/staff',
        OIDC_CLIENT_ID: 'portal',
        OIDC_CLIENT_SECRET: 'CANARY',
        OIDC_REQUIRED: 'staff',
      }),
    ).toEqual({
      allowPrivateWebhooks: false,
      demo: false,
      host: '::1',
      port: 8080,
      passedSocket: null,
      drainMs: 20_000,
      dataDir: '/srv/state',
      database: { url: 'postgres://portal:p%40ss@db.example:5432/portal' },
      databaseReadUrl: null,
      databaseConnections: 25,
      publicUrl: 'https://portal.example',
      jwtKeyFile: '/run/secrets/jwt',
      sealKeyFile: '/srv/portal/seal.key',
      auditKeyFile: '/srv/keys/audit.pem',
      licenceKeyFile: null,
      trustedProxies: ['10.0.0.0/8', '::1'],
      corsOrigins: ['https://shop.example', 'http://localhost:8080'],
      filesPlace: '/srv/files',
      bucketAccess: {
        endpoint: null,
        region: 'eu-central-1',
        key: { accessKeyId: 'project:user', secretAccessKey: 'se/cret+' },
      },
      pocUrl: 'https://poc.example/x',
      crmUrl: null,
      crmAuthorization: null,
      smtpUrl: null,
      mailFrom: null,
      mailRate: 200,
      humanVerification: { kind: 'altcha', siteKey: null, secret: null },
      secondFactorPolicy: 'staff',
      identityProvider: {
        issuer: 'https://login.example/realms/staff',
        clientId: 'portal',
        clientSecret: 'CANARY',
        isRequired: true,
      },
      serviceWorker: false,
      logLevel: 'debug',
      metrics: { port: 9464, token: '0123456789abcdef01234567' },
      bounceToken: null,
      securityContact: null,
      backup: {
        place: '/srv/backups',
        everyMs: 21_600_000,
        keep: 7,
        heartbeatUrl: 'https://watch.example/ping/4f3c2a',
        recipient: `age1${'q'.repeat(58)}`,
      },
      traces: {
        endpoint: 'http://127.0.0.1:4318',
        headers: { Authorization: 'Bearer 4f3c2a', 'x-tenant': 'a,b' },
        serviceName: 'portal-north',
      },
    });
  });

  test.each([
    ['https://portal.example', '', [], 'staff'],
    ['https://portal.example', 'none', [], 'none'],
    ['https://portal.example', 'all', [], 'all'],
    ['https://portal.example', '', ['--demo'], 'none'],
    ['http://portal.example', '', [], 'none'],
    ['http://portal.example', 'staff', [], 'staff'],
  ])('at %s with REQUIRE_SECOND_FACTOR=%s %s, two-step sign-in is required of: %s', (url, policy, args, expected) => {
    expect(readValid({ PUBLIC_URL: url, REQUIRE_SECOND_FACTOR: policy }, {}, args)).toMatchObject({
      secondFactorPolicy: expected,
    });
  });

  test('the environment overrides .env, also with an empty value', () => {
    expect(readValid({ PORT: '1' }, { PORT: '2', HOST: '::1' })).toMatchObject({ port: 1, host: '::1' });
    expect(readValid({ DATABASE_URL: '' }, { DATABASE_URL: 'postgres://db.example/x' }).database).toEqual({
      file: '/srv/portal/data/portal.db',
    });
  });

  test('unknown variables are allowed in the environment, but not in the file .env', () => {
    expect(readFaults({ PATH: '/bin', NODE_ENV: 'x' })).toEqual([]);
    expect(readFaults({}, { PROT: '80', port: '80' })).toEqual([
      'Unknown name PROT in .env. See .env.example for all names.',
      'Unknown name port in .env. See .env.example for all names.',
    ]);
  });
});

describe('faults in the configuration', () => {
  test.each([
    [
      'PORT',
      '65536',
      'PORT must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666. It is "65536".',
    ],
    [
      'PORT',
      '80a',
      'PORT must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666. It is "80a".',
    ],
    [
      'PORT',
      '-1',
      'PORT must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666. It is "-1".',
    ],
    [
      'PORT',
      '1e3',
      'PORT must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666. It is "1e3".',
    ],
    ['HOST', 'example.com', 'HOST must be an IP address to listen on, or localhost. It is "example.com".'],
    [
      'DATABASE_URL',
      'mysql://u:secret@h/x',
      'DATABASE_URL must be like postgres://user:password@host:5432/name, or empty for the embedded database. Write @ # / ? % in the user or the password as %40 %23 %2F %3F %25.',
    ],
    [
      'PUBLIC_URL',
      'portal.example',
      'PUBLIC_URL must be the address that people use, like https://portal.example.com, without a path. The portal needs a host name of its own. It is "portal.example".',
    ],
    [
      'PUBLIC_URL',
      'javascript:alert(1)',
      'PUBLIC_URL must be the address that people use, like https://portal.example.com, without a path. The portal needs a host name of its own. It is "javascript:alert(1)".',
    ],
    ...['https://portal.example/basics', 'https://portal.example/?x=1', 'https://me@portal.example'].map((value) => [
      'PUBLIC_URL',
      value,
      `PUBLIC_URL must be the address that people use, like https://portal.example.com, without a path. The portal needs a host name of its own. It is "${value}".`,
    ]),
    ...['4190', '6000', '10080'].map((value) => [
      'PORT',
      value,
      `PORT must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666. It is "${value}".`,
    ]),
    ...['0.0.0.0/0', '::/0', '10.0.0.0/8,0.0.0.0/0'].map((value) => [
      'TRUSTED_PROXIES',
      value,
      `TRUSTED_PROXIES must be IP addresses or ranges of your proxies, separated by commas, like 10.0.0.0/8. A range that contains all addresses would let everybody forge the address of a client. It is "${value}".`,
    ]),
    ...[
      'mail.example',
      'smtp://user:pa/ss@127.0.0.1:4125',
      'smtp://user:12/ss@127.0.0.1:4125',
      'smtp://user:pa#ss@127.0.0.1:4125',
      'smtp://user:12#ss@127.0.0.1:4125',
      'smtp://user:p?ss@127.0.0.1:4125',
      'smtp://user@mail.example.com:Al#$A@1@127.0.0.1:4125',
    ].map((value) => [
      'SMTP_URL',
      value,
      'SMTP_URL must be like smtp://user:password@host:587, or empty. Write @ # / ? % in the user or the password as %40 %23 %2F %3F %25.',
    ]),
    [
      'HUMAN_VERIFICATION',
      'maybe',
      'HUMAN_VERIFICATION must be one of altcha, turnstile, hcaptcha, recaptcha, off. It is "maybe".',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES must be IP addresses or ranges of your proxies, separated by commas, like 10.0.0.0/8. A range that contains all addresses would let everybody forge the address of a client. It is "10.0.0.0/33".',
    ],
    [
      'TRUSTED_PROXIES',
      'true',
      'TRUSTED_PROXIES must be IP addresses or ranges of your proxies, separated by commas, like 10.0.0.0/8. A range that contains all addresses would let everybody forge the address of a client. It is "true".',
    ],
    ...['ftp://x', 'javascript:alert(1)', 'data:text/html,x', '//poc.example', 'poc.example'].map((value) => [
      'POC_URL',
      value,
      'POC_URL must be a web address that begins with https:// or http://, or empty.',
    ]),
    [
      'SECURITY_CONTACT',
      'security@example.com',
      'SECURITY_CONTACT must be where people report security faults, like mailto:security@example.com or https://example.com/security, or empty. It is "security@example.com".',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent. It is "loud".'],
    [
      'CRM_URL',
      'https://portal:CANARY@crm.example.com/accounts',
      'CRM_URL must be a web address without a user and a password, or empty. CRM_AUTHORIZATION holds the credential.',
    ],
    [
      'BACKUP_HEARTBEAT_URL',
      'https://portal:CANARY@watch.example/ping',
      'BACKUP_HEARTBEAT_URL must be a web address that is called after each backup, without a user and a password, or empty.',
    ],
    [
      'BACKUP_RECIPIENT',
      'age1short',
      'BACKUP_RECIPIENT must be the public key for which backups are encrypted, as age-keygen prints it (age1...), or empty. It is "age1short".',
    ],
    [
      'CRM_AUTHORIZATION',
      'CANARY',
      'CRM_AUTHORIZATION must be one line for the header Authorization, like Bearer 4f3c2a, or empty.',
    ],
    [
      'BACKUP_EVERY',
      '6',
      'BACKUP_EVERY must be a time like 30m, 6h or 1d, or empty: then the portal writes no backups by itself. It is "6".',
    ],
    [
      'BACKUP_KEEP',
      '-1',
      'BACKUP_KEEP must be the number of backups to keep, 1 to 99999, or 0 to delete none. It is "-1".',
    ],
    ['SERVICE_WORKER', 'no', 'SERVICE_WORKER must be one of on, off. It is "no".'],
    [
      'FILES_S3_KEY',
      'CANARY',
      'FILES_S3_KEY must be the key for the buckets, <access key id>:<secret>, or role for the role of this machine at AWS, or empty.',
    ],
    [
      'BACKUP_DIR',
      's3:/backups',
      'BACKUP_DIR must be a folder, or a bucket like s3://portal-backups/daily. It is "s3:/backups".',
    ],
    ...['../files', 'Files', 's3://files', 'files/../other'].map((value) => [
      'FILES_S3_BUCKET',
      value,
      `FILES_S3_BUCKET must be a bucket, like portal-files, with a prefix or without, like portal-files/releases, or empty. It is "${value}".`,
    ]),
    ...['ftp://s3.example', 'https://me:CANARY@s3.example', 'https://s3.example/path'].map((value) => [
      'FILES_S3_ENDPOINT',
      value,
      'FILES_S3_ENDPOINT must be the address of an S3-compatible server, like https://s3.example.com, without a path, a user and a password, or empty for AWS.',
    ]),
  ])('a fault in %s (%j) is reported by name, with the valid values', (name, value, message) => {
    expect(readFaults({ [name]: value })).toEqual([message]);
  });

  test('a bucket needs a key, and the files of release notes have one place (T915)', () => {
    expect(readFaults({ BACKUP_DIR: 's3://backups', FILES_S3_BUCKET: 'files', FILES_DIR: 'files' })).toEqual([
      'FILES_DIR and FILES_S3_BUCKET are both set. Remove one of them.',
      expect.stringMatching(
        /^FILES_S3_KEY_FILE must be set with FILES_S3_BUCKET and BACKUP_DIR; .* has a role at AWS, set FILES_S3_KEY=role instead\.$/,
      ),
    ]);
    expect(readValid({ BACKUP_DIR: 's3://backups', FILES_S3_BUCKET: 'files/x', FILES_S3_KEY: 'a:b' })).toMatchObject({
      backup: { place: 's3://backups' },
      filesPlace: 's3://files/x',
    });
    expect(readValid({ BACKUP_DIR: 's3://backups', FILES_S3_KEY: 'role' })).toMatchObject({
      bucketAccess: { endpoint: null, key: 'role' },
    });
  });

  test('an identity provider is configured completely or not at all, and only with a safe issuer', () => {
    const complete = { OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 'CANARY', PUBLIC_URL: 'https://portal.example' };
    const refusedIssuers = [
      'login.example',
      'http://login.example/realms/staff',
      'https://a:CANARY@login.example/',
      'https://login.example/?tenant=1',
      'https://login.example/#staff',
      'https://login.microsoftonline.com/common/v2.0',
      'https://login.microsoftonline.com/organizations/v2.0',
    ];
    for (const issuer of refusedIssuers) {
      expect(readFaults({ ...complete, OIDC_ISSUER: issuer }).join(), issuer).toMatch(
        /^OIDC_ISSUER must be the issuer/,
      );
    }
    for (const issuer of ['https://accounts.google.com', 'http://localhost:8080/realms/staff'])
      expect(readFaults({ ...complete, OIDC_ISSUER: issuer }), issuer).toEqual([]);
    expect(readFaults({ OIDC_ISSUER: 'https://login.example' })).toEqual([
      'PUBLIC_URL must be set with OIDC_ISSUER: the identity provider sends people back to this address.',
      'OIDC_CLIENT_ID must be set with OIDC_ISSUER; the identity provider shows it when you register the portal.',
      'OIDC_CLIENT_SECRET must be set with OIDC_ISSUER; the identity provider shows it when you register the portal.',
    ]);
    expect(readFaults({ OIDC_CLIENT_ID: 'portal', OIDC_REQUIRED: 'staff' })).toEqual([
      'OIDC_CLIENT_ID has no effect without OIDC_ISSUER.',
      'OIDC_REQUIRED=staff needs OIDC_ISSUER, because otherwise no member of staff could sign in.',
    ]);
  });

  test('a replica without the server that it follows, and several replicas, are faults', () => {
    expect(readFaults({ DATABASE_READ_URL: 'postgres://host/portal' })).toEqual([
      'DATABASE_READ_URL has no effect without DATABASE_URL.',
    ]);
    expect(
      readFaults({ DATABASE_URL: 'postgres://host/portal', DATABASE_READ_URL: 'postgres://host,other/portal' }).join(),
    ).toMatch(/^DATABASE_READ_URL must be the address of one replica/);
  });

  test('all faults are reported together, also unknown arguments and unknown variable names', () => {
    expect(readFaults({ PORT: 'x', HOST: 'y' }, { NAME: 'z' }, ['--demo', '--dmeo'])).toEqual([
      'Unknown option --dmeo. The only option is --demo.',
      'Unknown name NAME in .env. See .env.example for all names.',
      'PORT must be a port, 0 to 65535, that browsers open. They refuse, for example, 4190, 6000 and 6666. It is "x".',
      'HOST must be an IP address to listen on, or localhost. It is "y".',
    ]);
  });

  test.each([
    'mysql://user:CANARY@host/x',
    'postgres//user:CANARY@host',
    'user:CANARY@host',
    'postgre://user:CAN/ARY@host:x',
    'postgre://user:CAN@ARY@host',
    'postgre://host/x?password=CANARY',
    'CANARY',
  ])('a fault report never contains a password: %s', (url) => {
    for (const name of [
      'DATABASE_URL',
      'DATABASE_READ_URL',
      'SMTP_URL',
      'CRM_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
    ])
      expect(readFaults({ [name]: url }).join()).not.toMatch(/CAN|ARY/);
    expect(readFaults({ HUMAN_VERIFICATION_SECRET: 'CANARY', HOST: 'x' }).join()).not.toContain('CANARY');
  });
});

test('the names of the variables do not change, because other programs use them', () => {
  expect(environmentKeys.toSorted()).toEqual(
    [
      'ALLOW_PRIVATE_WEBHOOKS',
      'AUDIT_KEY_FILE',
      'BACKUP_DIR',
      'BACKUP_EVERY',
      'BACKUP_HEARTBEAT_URL',
      'BACKUP_KEEP',
      'BACKUP_RECIPIENT',
      'BOUNCE_TOKEN',
      'CORS_ORIGINS',
      'CRM_AUTHORIZATION',
      'CRM_URL',
      'DATABASE_CONNECTIONS',
      'DATABASE_READ_URL',
      'DATABASE_URL',
      'DATA_DIR',
      'DRAIN_SECONDS',
      'FILES_DIR',
      'FILES_S3_BUCKET',
      'FILES_S3_ENDPOINT',
      'FILES_S3_KEY',
      'FILES_S3_REGION',
      'HOST',
      'HUMAN_VERIFICATION',
      'HUMAN_VERIFICATION_SECRET',
      'HUMAN_VERIFICATION_SITE_KEY',
      'JWT_KEY_FILE',
      'LICENCE_KEY_FILE',
      'LOG_LEVEL',
      'MAIL_FROM',
      'MAIL_RATE',
      'METRICS_PORT',
      'METRICS_TOKEN',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'OIDC_REQUIRED',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_SERVICE_NAME',
      'POC_URL',
      'PORT',
      'PUBLIC_URL',
      'REQUIRE_SECOND_FACTOR',
      'SEAL_KEY_FILE',
      'SECURITY_CONTACT',
      'SERVICE_WORKER',
      'SMTP_URL',
      'TRUSTED_PROXIES',
    ].toSorted(),
  );
});

const knownNames = ['PORT', 'PUBLIC_URL', 'SMTP_URL', 'TRUSTED_PROXIES'];

test.each([
  ['Public_Url', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['PUBLIC_URLS', 'PUBLIC_URL'],
  ['TRUSTED_PROXYES', 'TRUSTED_PROXIES'],
  ['STMP_URL', 'SMTP_URL'],
  ['port', 'PORT'],
])('the unknown name %s is reported as a misspelling of %s', (givenName, meantName) => {
  expect(findMisspelt([givenName], knownNames)).toEqual([{ givenName, meantName }]);
});

test.each(['PUBLIC_URL', 'POST', 'PATH', 'SMTP_URL_OLD', 'PROXIES', 'TRUSTED', 'URL', ''])(
  '%j is not reported',
  (givenName) => {
    expect(findMisspelt([givenName], knownNames)).toEqual([]);
  },
);
