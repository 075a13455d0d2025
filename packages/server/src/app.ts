import compress from '@fastify/compress';
import { endpoints } from '@basics/contract/api.ts';
import type { SavedChecker } from '@basics/contract/licence-checker/licence-checker.ts';
import { findHumanSite } from '@basics/contract/session/human-sites.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import { demoAccounts } from './demo/demo-words.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import type { SealSource } from './features/audit/verifier.ts';
import { brandsRoutes } from './features/brands/brands.routes.ts';
import { createThemeSource, type ThemeSource } from './features/brands/theme-source.ts';
import { companiesRoutes } from './features/companies/companies.routes.ts';
import { countrySalesmenRoutes } from './features/country-salesmen/country-salesmen.routes.ts';
import { crmRoutes } from './features/crm/crm.routes.ts';
import { helpRequestsRoutes } from './features/help-requests/help-requests.routes.ts';
import { licenseAdminRoutes } from './features/license-admin/license-admin.routes.ts';
import { importsRoutes } from './features/imports/imports.routes.ts';
import type { LicenseKeys } from './features/licenses/license-key.ts';
import { fleetRoutes } from './features/fleet/fleet.routes.ts';
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts';
import { authenticateKey } from './features/integrations/authenticate-key.ts';
import { integrationsRoutes } from './features/integrations/integrations.routes.ts';
import { isKeyToken } from './features/integrations/key.ts';
import { createPost } from './features/integrations/webhooks/post-message.ts';
import { isAllowedUrl } from './platform/security/public-address.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { legalRoutes } from './features/legal/legal.routes.ts';
import {
  activationRoutes,
  calendarFeedRoutes,
  licensesRoutes,
  revocationsRoutes,
} from './features/licenses/licenses.routes.ts';
import { oauthRoutes } from './features/licenses/activate/oauth.routes.ts';
import { createRevocationLists, type RevocationLists } from './features/licenses/revoke/revocation-lists.ts';
import { massActsRoutes } from './features/mass-acts/mass-acts.routes.ts';
import { policiesRoutes } from './features/policies/policies.routes.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import { bouncesRoutes } from './features/mail/bounces/bounces.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { downloadsRoutes } from './features/release-notes/downloads/downloads.routes.ts';
import { openReleaseFiles } from './features/release-notes/downloads/release-files.ts';
import { releaseNotesRoutes } from './features/release-notes/release-notes.routes.ts';
import { requestsRoutes } from './features/requests/requests.routes.ts';
import { savedViewsRoutes } from './features/saved-views/saved-views.routes.ts';
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts';
import { authenticate } from './features/session/authenticate.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { createIdentityProvider } from './features/session/work-account/identity-provider.ts';
import type { WorkAccounts } from './features/session/work-account/work-sign-in.ts';
import { workAccountRoutes } from './features/session/work-account/work-account.routes.ts';
import { listPublishedKeys } from './features/signing-keys/key-report.ts';
import { signingKeysRoutes } from './features/signing-keys/signing-keys.routes.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import type { StatusStorage } from './features/status/read-status.ts';
import { listPublishedTools } from './features/tools/list-tools.ts';
import { toolsRoutes } from './features/tools/tools.routes.ts';
import { undoRoutes } from './features/undo/undo.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import type { Mail } from './mail/delivery/create-mail.ts';
import type { AfterResponse } from './platform/background/after-response.ts';
import { serveApiDocs } from './platform/api-docs/api-page.ts';
import type { Clock } from './platform/clock/clock.ts';
import type { ClockGuard } from './platform/clock/clock-guard.ts';
import { createHumanVerification, type HumanSettings } from './platform/human-check/human-verification.ts';
import { createHttp, type Drain } from './platform/http/create-http.ts';
import { countKeyRequest, type MachineAccess } from './platform/http/machine-access.ts';
import { allowOrigins, refuseOtherMethods } from './platform/http/methods-and-origins.ts';
import { createForwardedHeaders, type ForwardedHeaders } from './platform/http/request-origin.ts';
import { serveHealth } from './platform/operation/health.ts';
import { serveSecurityTxt, servePages } from './platform/pages/pages.ts';
import { serveMetricsByToken } from './platform/operation/serve-metrics.ts';
import type { Traces } from './platform/operation/traces.ts';
import { createTextSources } from './public-texts.ts';
import { serveServiceWorker } from './platform/pages/service-worker.ts';
import { serveSavedChecker } from './platform/pages/saved-checker.ts';
import type { MarkPassword, Passwords } from './platform/passwords/passwords.ts';
import { problem } from './platform/problem.ts';
import type { Seal } from './platform/security/seal.ts';
import type { SecondFactorPolicy } from '@basics/contract/calls/permissions.ts';
import type { Router } from './platform/http/mount.ts';
import type { Tokens } from './platform/security/session-token.ts';
import type { Metrics } from './metrics.ts';
import { findFault } from './readiness.ts';

export type AppDependencies = {
  config: Pick<Config, 'crmUrl' | 'demo' | 'pocUrl' | 'publicUrl' | 'trustedProxies'> &
    Partial<
      Pick<
        Config,
        | 'allowPrivateWebhooks'
        | 'bounceToken'
        | 'corsOrigins'
        | 'crmAuthorization'
        | 'bucketAccess'
        | 'filesPlace'
        | 'identityProvider'
        | 'securityContact'
        | 'serviceWorker'
      >
    >;
  database: Database;
  clock: Clock;
  clockGuard: ClockGuard;
  randomBytes: (bytes: number) => Uint8Array;
  passwords: Passwords;
  markPassword: MarkPassword;
  tokens: Tokens;
  humanSettings: HumanSettings;
  secondFactorPolicy: SecondFactorPolicy;
  afterResponse: AfterResponse;
  seal: Seal;
  /** Sends requests to other servers: the CRM and the human verification service. */
  fetch: typeof globalThis.fetch;
  mail: Pick<Mail, 'queueLetter' | 'delivers' | 'wake'>;
  /** The keys that sign licences; null if there are none, and then licences can be read and listed, but not issued. */
  licenseKeys: LicenseKeys | null;
  /** The keys and the file that prove the seals of the audit log. */
  seals: SealSource;
  /** Starts the background job that verifies the audit log, so that a requested verification begins at once. */
  wakeVerifier: () => void;
  wakeImports: () => void;
  /** Starts the background job that runs acts on many records. */
  wakeMassActs: () => void;
  log: FastifyBaseLogger;
  /** The folder of the built portal; null serves only the API. */
  pages: string | null;
  drain: Drain;
  /** The metrics of the server and the token of `/metrics`, if one is configured. Null if nothing is measured. */
  metrics: { of: Metrics; token: string | null } | null;
  storage: StatusStorage;
  /** The exporter of traces; null if no traces are sent. */
  traces: Pick<Traces, 'watch'> | null;
  /** Selects the current sealing key. Throws StartFault if the key is not on this machine. */
  useSealingKey: () => Promise<void>;
};

/**
 * An answer with at most this number of bytes is compressed in one step, which takes 0.05 ms for a page of 20 users. Compression through a
 * stream would take a millisecond.
 */
const maxBytesCompressedAtOnce = 65_536;

/** Connects all parts of the server; no other module knows every part. The returned server does not listen yet. */
export async function createApp(needs: AppDependencies): Promise<FastifyInstance> {
  const { config, database, clock, licenseKeys: keys } = needs;
  const { publicUrl } = config;
  const secureUrl = publicUrl.startsWith('https:');
  const humanSite = findHumanSite(needs.humanSettings.kind);
  const forwardedHeaders = createForwardedHeaders(config.trustedProxies);
  const http = createHttp({ ...needs, forwardedHeaders, secureUrl, humanSite });
  const thresholds = { threshold: 1024, syncThreshold: maxBytesCompressedAtOnce };
  await http.register(compress, { ...thresholds, encodings: ['br', 'gzip'] });

  // The clock of the server is checked first, because expired sessions must not become valid again when the clock is set back.
  http.addHook('onRequest', async () => {
    if (needs.clockGuard.hasJumped()) await needs.clockGuard.check();
  });

  allowOrigins(http, config.corsOrigins ?? []);
  refuseOtherMethods(http, endpoints);

  const { kysely: db } = database;
  const themes = createThemeSource({ ...config, db, demoAccounts: config.demo ? demoAccounts : null });
  const router = createRouter(http, needs);

  const human = createHumanVerification({ settings: needs.humanSettings, db, clock, fetch: needs.fetch });
  const { tokens, markPassword, afterResponse, secondFactorPolicy } = needs;
  const workAccounts = createWorkAccounts(config);
  sessionRoutes(router, { tokens, human, markPassword, afterResponse, secureUrl, workAccounts });
  workAccountRoutes(router, { workAccounts, secureUrl });
  secondFactorRoutes(router, secondFactorPolicy);
  http.addHook('onClose', () => afterResponse.settled());
  usersRoutes(router);
  crmRoutes(router, { url: config.crmUrl, authorization: config.crmAuthorization ?? null, fetch: needs.fetch });
  requestsRoutes(router);
  registrationRoutes(router, { human });
  companiesRoutes(router, { keys });
  countrySalesmenRoutes(router);
  toolsRoutes(router);
  policiesRoutes(router);
  licenseAdminRoutes(router, { keys, wake: needs.mail.wake });
  licensesRoutes(router, { keys, wake: needs.mail.wake });
  activationRoutes(router, { keys });
  oauthRoutes(router);
  calendarFeedRoutes(router);
  const revocationLists = createRevocationLists({ database, clock, keys });
  revocationsRoutes(router, revocationLists);
  helpRequestsRoutes(router, { keys });
  firstStepsRoutes(router, needs.mail);
  savedViewsRoutes(router);
  undoRoutes(router);
  mountStaffPages(router, needs, forwardedHeaders);
  importsRoutes(router, needs);
  brandsRoutes(router, themes);
  legalRoutes(router);
  releaseNotesRoutes(router, themes.readSetup);
  downloadsRoutes(router, await openReleaseFiles({ ...config, dataDir: needs.storage.dataDir, log: needs.log }));
  signingKeysRoutes(router);
  const webhookPolicy = { allowsPrivate: config.allowPrivateWebhooks ?? false, publicUrl };
  integrationsRoutes(router, { post: createPost(webhookPolicy), isUrl: (url) => isAllowedUrl(url, webhookPolicy) });
  await serveApiDocs(http, endpoints, publicUrl);
  connectPrograms(http, needs);
  await serveBuiltPages(http, needs, { themes, revocationLists });
  return http;
}

/** Creates the connection to the identity provider; null if none is configured. */
function createWorkAccounts({ identityProvider: settings, publicUrl }: AppDependencies['config']): WorkAccounts | null {
  return settings ? { ...settings, provider: createIdentityProvider({ ...settings, publicUrl }) } : null;
}

/** Creates the router, with the parts of the server that every call receives. */
function createRouter(http: FastifyInstance, needs: AppDependencies): Router {
  const { database, clock, randomBytes, passwords, seal } = needs;
  const { queueLetter } = needs.mail;
  const parts = {
    database,
    clock,
    randomBytes,
    queueLetter,
    passwords,
    seal,
    publicUrl: needs.config.publicUrl,
    wakeMassActs: needs.wakeMassActs,
  };
  const machines: MachineAccess = {
    isKey: isKeyToken,
    async admit({ token, address, reply }) {
      const at = clock();
      const actor = await authenticateKey(needs, { token, address, at });
      await countKeyRequest(database.kysely, reply, { keyId: actor.machine.keyId, at });
      return actor;
    },
  };
  return { http, authenticate: (token) => authenticate(needs, token), machines, parts };
}

/** The services whose data the server writes into pages. */
type PageSources = { themes: ThemeSource; revocationLists: RevocationLists };

/** Serves the built portal, or only the API if there is none. */
async function serveBuiltPages(http: FastifyInstance, needs: AppDependencies, sources: PageSources): Promise<void> {
  const { themes } = sources;
  const { pages: root, config } = needs;
  if (root === null) return void http.setNotFoundHandler(() => Promise.reject(problem('PAGE_NOT_FOUND')));
  await themes.prepare();
  const textSources = createTextSources(needs.database.kysely);
  await servePages({ http, root, readSetup: themes.readSetup, textSources, readBrandStyles: themes.readStyles });
  await serveServiceWorker({ http, root, isEnabled: config.serviceWorker ?? true });
  await serveSavedChecker({ http, root, readContent: (host) => createSavedCheckerContent(needs, sources, host) });
}

/** Mounts the calls of the home page and of the pages that only staff can open. */
function mountStaffPages(router: Router, needs: AppDependencies, { ignoredFrom }: ForwardedHeaders): void {
  const { mail, clockGuard } = needs;
  homeRoutes(router, needs);
  fleetRoutes(router);
  massActsRoutes(router);
  statusRoutes(router, {
    clockGuard,
    delivers: mail.delivers,
    licenseKeys: needs.licenseKeys,
    storage: needs.storage,
    ignoredProxy: ignoredFrom,
  });
  mailRoutes(router, mail);
  auditRoutes(router, needs);
}

/** Connects what other programs use: health checks, security.txt, traces, metrics, and the bounce reports of mail servers. */
function connectPrograms(http: FastifyInstance, needs: AppDependencies): void {
  const { traces, metrics, database, clock } = needs;
  const { bounceToken = null, securityContact = null, publicUrl } = needs.config;
  serveHealth(http, {
    findFault: () => findFault(needs),
    requireDatabase: () => database.requireWritable(),
    isSilent: () => database.isSilent?.() ?? false,
  });
  serveSecurityTxt(http, { contact: securityContact, publicUrl, clock });
  traces?.watch(http);
  metrics?.of.watch(http);
  if (bounceToken !== null) bouncesRoutes(http, { database, clock, token: bounceToken });
  if (metrics && metrics.token !== null) serveMetricsByToken(http, metrics.of, metrics.token);
}

/** Creates the data of the licence checker that users save as a file: the theme of this host name, and the published names, keys and revocation lists. */
async function createSavedCheckerContent(
  needs: AppDependencies,
  { themes, revocationLists }: PageSources,
  host: string,
): Promise<SavedChecker> {
  const db = needs.database.kysely;
  const published = await listPublishedTools(db);
  const { brand, brands } = await themes.readSetup(host);
  const shownBrand = brands.find(({ id }) => id === brand);
  return {
    portal: needs.config.publicUrl,
    madeAt: new Date(needs.clock()).toISOString(),
    theme: shownBrand?.theme ?? '',
    looks: await themes.readStyles(),
    supportEmail: shownBrand?.supportEmail ?? '',
    ...published,
    keys: await listPublishedKeys(db),
    revocationLists: await revocationLists.readLists(published.tools.map(({ number }) => number)),
  };
}
