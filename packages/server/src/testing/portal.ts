import type { Body, Endpoint, Params, Query } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { session } from '@basics/contract/session/session.ts';
import { createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createApp, type AppDependencies } from '#server/app.ts';
import type { UserStatus } from '#server/database/schema.ts';
import type { Database } from '#server/database/database.ts';
import { createLicenseKey, createSingleLicenseKey } from '#server/features/licenses/license-key.ts';
import { runMassActs } from '#server/features/mass-acts/run-mass-acts.ts';
import { answerResetRequests } from '#server/features/session/passwords/reset-worker.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { createMail } from '#server/mail/delivery/create-mail.ts';
import { createAfterResponse } from '#server/platform/background/after-response.ts';
import { createClockGuard } from '#server/platform/clock/clock-guard.ts';
import { createDrain } from '#server/platform/http/create-http.ts';
import { createPasswordMarks, createPasswords, type HashCost } from '#server/platform/passwords/passwords.ts';
import { createSingleSealKey, createSeal } from '#server/platform/security/seal.ts';
import { createTokens } from '#server/platform/security/session-token.ts';

/** The licence key of the test vector in docs/licence-format.md, for tests only. */
export const testKey = createLicenseKey(createSignerFromSeed(Uint8Array.from({ length: 32 }, (_, index) => index)));

/** The sealing key of all tests. */
export const testSeal = createSeal(createSingleSealKey(new Uint8Array(32)));

export const password = 'Quartz-Lantern-27';
/** The minimum cost of argon2, so that tests are fast. passwords.test.ts checks the cost that the product uses. */
export const cheapHashCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const passwords = await createPasswords({ cost: cheapHashCost });
export const passwordHash = await passwords.hash(password);

/** The time at which every test begins: 12:00 UTC on a day with no special meaning. */
export const noon = Date.parse('2026-03-10T12:00:00.000Z');

export type CallResponse = { status: number; body: unknown; headers: Record<string, unknown>; bytes: Buffer };

type CallOptions<E extends Endpoint> = {
  token?: string | null;
  params?: Params<E> | Record<string, unknown>;
  query?: Partial<Query<E>> | Record<string, unknown>;
  body?: Body<E> | Record<string, unknown> | unknown[];
  headers?: Record<string, string>;
};

/** Opens a complete portal on the given database in the process of the test, with a clock that the test moves. */
export async function openPortal(database: Database, options: Partial<AppDependencies> = {}) {
  let now = noon;
  let steady = 0;
  const tokens = options.tokens ?? createTokens(randomBytes(32));
  const sharedDependencies = {
    database,
    clock: () => now,
    randomBytes,
    seal: testSeal,
    log: pino({ level: 'silent' }),
  };
  const publicUrl = 'http://localhost:3000';
  const afterResponse = createAfterResponse(sharedDependencies.log);
  const clockGuard = createClockGuard({
    ...sharedDependencies,
    steady: () => steady,
    databaseTime: () => Promise.resolve(null),
  });
  await clockGuard.check();
  const mail = createMail({ ...sharedDependencies, config: { publicUrl, smtpUrl: null, mailFrom: null } });
  const http = await createApp({
    ...sharedDependencies,
    clockGuard,
    config: { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: [] },
    // No request goes to another server, unless the test passes a `fetch`.
    fetch: () => Promise.reject(new Error('no network in tests')),
    passwords,
    markPassword: createPasswordMarks(new Uint8Array(32)),
    tokens,
    humanSettings: { kind: 'off', siteKey: null, secret: 'for tests only' },
    secondFactorPolicy: 'none',
    afterResponse,
    mail,
    licenseKeys: createSingleLicenseKey(testKey),
    seals: { publicKey: testKey.signer.publicKey, sealFile: { readSeal: () => Promise.resolve(null) } },
    wakeVerifier: () => {},
    wakeImports: () => {},
    wakeMassActs: () => {},
    storage: { dataDir: '', backup: { place: '', everyMs: null, keep: 28 }, readDisks: async () => [] },
    traces: null,
    pages: null,
    drain: createDrain(),
    metrics: null,
    useSealingKey: () => Promise.resolve(),
    ...options,
  });
  await insertSigningKey(database.kysely, { ...testKey, at: now });

  const call = async <const E extends Endpoint>(
    endpoint: E,
    { token, params, query, body, headers }: CallOptions<E> = {},
  ): Promise<CallResponse> => {
    const response = await http.inject({
      method: endpoint.method,
      url: createUrl(endpoint, params, query),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: parseJson(response.body),
      headers: response.headers,
      bytes: response.rawPayload,
    };
  };

  return {
    http,
    database,
    tokens,
    call,
    now: () => now,
    pass: (milliseconds: number) => {
      now += milliseconds;
      steady += milliseconds;
    },
    /** Moves the wall clock forwards or backwards. The monotonic clock, which measures durations, does not move. */
    setClock: (milliseconds: number) => {
      now += milliseconds;
    },
    clockGuard: options.clockGuard ?? clockGuard,
    /** Signs in with the given login, and returns the token of the new session. */
    async signIn(login: string): Promise<string> {
      const response = await call(session.signIn, { body: { login, password } });
      if (response.status !== 200) throw new Error(`${login} cannot sign in: ${JSON.stringify(response.body)}`);
      return readToken(response.body);
    },
    /** Resolves when all work that runs after responses is finished, and all links for forgotten passwords are sent. */
    async settled() {
      await afterResponse.settled();
      const { queueLetter } = options.mail ?? mail;
      await answerResetRequests({ ...sharedDependencies, queueLetter }, new AbortController().signal);
    },
    /** Runs the acts in the background until none is left. */
    runMassActs: (signal = new AbortController().signal) =>
      runMassActs(
        {
          ...sharedDependencies,
          queueLetter: (options.mail ?? mail).queueLetter,
          keys: options.licenseKeys === undefined ? createSingleLicenseKey(testKey) : options.licenseKeys,
          wake: () => {},
        },
        signal,
      ),
    addUser: (user: NewUser) => addUser(database, user, now),
    close: () => http.close(),
  };
}

export type Portal = Awaited<ReturnType<typeof openPortal>>;

export const readToken = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string' ? body.token : '';

/** Reads the code of a problem; null if the reply is not a problem. */
export const readProblemCode = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : null;

function createUrl(endpoint: Endpoint, params: unknown, query: unknown): string {
  const path = Object.entries(params ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    endpoint.path,
  );
  const search = new URLSearchParams(flattenQuery(query ?? {})).toString();
  return apiBase + path + (search && `?${search}`);
}

const flattenQuery = (value: object, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? flattenQuery(inner, `${prefix}${name}.`)
      : [[prefix + name, String(inner)]],
  );

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type NewUser = {
  login: string;
  profileId?: number | null;
  brandId?: string | null;
  country?: string;
  status?: UserStatus;
  createdBy?: number;
  grants?: readonly { brand: string; configTools?: string[]; validFrom?: string; validTo?: string }[];
};

function addUser(database: Database, user: NewUser, at: number): Promise<number> {
  const row = {
    login: user.login,
    loginFold: user.login.toLowerCase(),
    firstName: 'Test',
    lastName: user.login.split('@')[0] ?? '',
    phone: '',
    company: '',
    profileId: user.profileId === undefined ? 7 : user.profileId,
    brandId: user.brandId === undefined ? 'blue' : user.brandId,
    country: user.country ?? 'DE',
    language: 'en',
    canReceiveMail: 1,
    crmAccount: null,
    userDomain: null,
    passwordHash,
    status: user.status ?? 'active',
    preferences: '{}',
    createdBy: user.createdBy ?? null,
    createdAt: at,
    requestDate: null,
    reason: null,
    comment: null,
    decidedBy: null,
    decidedAt: null,
  } as const;
  const grants = (user.grants ?? []).map((grant) => ({
    toolId: 'basics',
    brandId: grant.brand,
    configTools: JSON.stringify(grant.configTools ?? []),
    validFrom: grant.validFrom ?? null,
    validTo: grant.validTo ?? null,
  }));
  return database.transact(async (trx) => {
    const { id } = await trx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
    await writeSearchText(trx, id, row);
    for (const grant of grants)
      await trx
        .insertInto('toolGrants')
        .values({ ...grant, userId: id })
        .execute();
    return id;
  });
}
