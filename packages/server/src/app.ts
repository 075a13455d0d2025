import compress from '@fastify/compress';
import { endpoints } from '@basics/contract/api.ts';
import type { SavedChecker } from '@basics/contract/licence-checker.ts';
import { findHumanSite } from '@basics/contract/human-sites.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { demoAccounts } from './demo/demo-words.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import type { SealSource } from './features/audit/verifier.ts';
import { brandsRoutes, themesRoutes } from './features/brands/brands.routes.ts';
import { brandsService } from './features/brands/brands.service.ts';
import { themesService } from './features/brands/themes.service.ts';
import type { ThemesService } from './features/brands/themes.service.ts';
import { countrySalesmenRoutes } from './features/country-salesmen/country-salesmen.routes.ts';
import { crmRoutes } from './features/crm/crm.routes.ts';
import { helpRequestsRoutes } from './features/help-requests/help-requests.routes.ts';
import { helpRequestsService } from './features/help-requests/help-requests.service.ts';
import { licenseAdminRoutes } from './features/license-admin/license-admin.routes.ts';
import { joiningService, licenseAdminService } from './features/license-admin/license-admin.service.ts';
import { importsRoutes } from './features/imports/imports.routes.ts';
import type { LicenseKeys } from './features/licenses/license-key.ts';
import { fleetRoutes } from './features/fleet/fleet.routes.ts';
import { fleetService } from './features/fleet/fleet.service.ts';
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { legalRoutes } from './features/legal/legal.routes.ts';
import { legalService } from './features/legal/legal.service.ts';
import { activationRoutes } from './features/licenses/activation/activation.routes.ts';
import { activationService } from './features/licenses/activation/activation.service.ts';
import { calendarFeedRoutes } from './features/licenses/calendar-feed/calendar-feed.routes.ts';
import { calendarFeedService } from './features/licenses/calendar-feed/calendar-feed.service.ts';
import { licensesRoutes } from './features/licenses/licenses.routes.ts';
import { licensesService } from './features/licenses/licenses.service.ts';
import { revocationsRoutes } from './features/licenses/revocations.routes.ts';
import { revocationsService } from './features/licenses/revocations.service.ts';
import type { RevocationsService } from './features/licenses/revocations.service.ts';
import { policiesRoutes } from './features/policies/policies.routes.ts';
import { policiesService } from './features/policies/policies.service.ts';
import { registrationRoutes } from './features/registration/registration.routes.ts';
import { bouncesRoutes } from './features/mail/bounces/bounces.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { mailService } from './features/mail/mail.service.ts';
import { releaseNotesRoutes } from './features/release-notes/release-notes.routes.ts';
import { releaseNotesService } from './features/release-notes/release-notes.service.ts';
import { requestsRoutes } from './features/requests/requests.routes.ts';
import { createPasskeys } from './features/second-factor/passkeys.ts';
import { secondStepService } from './features/second-factor/check-second-step.ts';
import { savedViewsRoutes } from './features/saved-views/saved-views.routes.ts';
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts';
import { passkeyService } from './features/second-factor/passkey.service.ts';
import { secondFactorService } from './features/second-factor/second-factor.service.ts';
import { totpService } from './features/second-factor/totp.service.ts';
import { authenticate } from './features/session/authenticate.ts';
import { confirmLoginService } from './features/session/confirm-login.service.ts';
import { forgotPasswordService } from './features/session/forgot-password.service.ts';
import { handoffService } from './features/session/handoff.service.ts';
import { ownSessionsService } from './features/session/own-sessions.service.ts';
import { passwordLinkService } from './features/session/password-link.service.ts';
import { passwordService } from './features/session/password.service.ts';
import { viewAsService } from './features/session/view-as.service.ts';
import { setUpService } from './features/session/set-up.service.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { sessionService } from './features/session/session.service.ts';
import { listPublishedKeys } from './features/signing-keys/published-keys.ts';
import { signingKeysRoutes } from './features/signing-keys/signing-keys.routes.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { statusService } from './features/status/status.service.ts';
import type { StatusStorage } from './features/status/status.service.ts';
import { toolsRoutes } from './features/tools/tools.routes.ts';
import { toolsService } from './features/tools/tools.service.ts';
import type { ToolsService } from './features/tools/tools.service.ts';
import { undoRoutes } from './features/undo/undo.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import type { Mail } from './mail/create-mail.ts';
import type { AfterResponse } from './platform/background/after-response.ts';
import { serveApiDocs } from './platform/api-docs/api-page.ts';
import type { Clock } from './platform/clock.ts';
import type { ClockGuard } from './platform/clock-guard.ts';
import { createHumanVerification } from './platform/security/human-verification.ts';
import type { HumanSettings } from './platform/security/human-verification.ts';
import { createHttp } from './platform/http/create-http.ts';
import type { Drain } from './platform/http/drain.ts';
import { createForwardedHeaders } from './platform/http/forwarded-headers.ts';
import type { ForwardedHeaders } from './platform/http/forwarded-headers.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveSecurityTxt } from './platform/http/security-txt.ts';
import { serveMetricsByToken } from './platform/http/serve-metrics.ts';
import type { Traces } from './platform/http/traces.ts';
import { createTextSources } from './public-texts.ts';
import type { TextSources } from './platform/http/first-texts.ts';
import { servePages } from './platform/http/pages.ts';
import { serveServiceWorker } from './platform/http/service-worker.ts';
import { serveSavedChecker } from './platform/http/saved-checker.ts';
import type { MarkPassword } from './platform/security/password-mark.ts';
import type { Passwords } from './platform/security/passwords.ts';
import { problem } from './platform/problem.ts';
import type { Seal } from './platform/security/seal.ts';
import type { SecondFactorPolicy } from './platform/security/second-factor-policy.ts';
import type { Router } from './platform/http/mount.ts';
import type { Tokens } from './platform/security/session-token.ts';
import type { Metrics } from './metrics.ts';
import { findFault } from './readiness.ts';

export type AppDependencies = {
  config: Pick<Config, 'crmUrl' | 'demo' | 'pocUrl' | 'publicUrl' | 'trustedProxies'> &
    Partial<Pick<Config, 'bounceToken' | 'securityContact' | 'serviceWorker'>>;
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
  /** Starts the background job that runs imports. */
  wakeImports: () => void;
  /** Starts the background job that mails release notes. */
  wakeMailings: () => void;
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
  const { config, database, clock, randomBytes, licenseKeys: keys } = needs;
  const { publicUrl } = config;
  const { queueLetter, wake } = needs.mail;
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

  const sessionServices = { ...createSessionServices(needs), secureUrl };
  const themes = themesService({
    database,
    demoAccounts: config.demo ? demoAccounts : null,
    pocUrl: config.pocUrl,
    publicUrl: config.publicUrl,
  });
  const router = createRouter(http, needs);

  sessionRoutes(router, sessionServices);
  secondFactorRoutes(router, sessionServices);
  http.addHook('onClose', () => needs.afterResponse.settled());
  usersRoutes(router);
  crmRoutes(router, { url: config.crmUrl, fetch: needs.fetch });
  requestsRoutes(router);
  registrationRoutes(router, sessionServices);
  countrySalesmenRoutes(router);
  const tools = toolsService({ database, clock });
  toolsRoutes(router, tools);
  policiesRoutes(router, policiesService({ database, clock }));
  const licenseAdmin = licenseAdminService({ database, clock });
  licenseAdminRoutes(router, { ...licenseAdmin, ...joiningService({ database, clock, queueLetter }) });
  const licences = licensesService({ database, clock, randomBytes, queueLetter, wake, keys });
  licensesRoutes(router, licences);
  activationRoutes(router, activationService({ database, clock, randomBytes, publicUrl, licences }));
  calendarFeedRoutes(router, calendarFeedService({ database, clock, randomBytes, queueLetter, publicUrl }));
  const revocations = revocationsService({ database, clock, keys });
  revocationsRoutes(router, revocations);
  helpRequestsRoutes(router, helpRequestsService({ database, clock, randomBytes, queueLetter, keys }));
  firstStepsRoutes(router, needs.mail);
  savedViewsRoutes(router);
  undoRoutes(router);
  mountStaffPages(router, needs, forwardedHeaders);
  importsRoutes(router, needs);
  themesRoutes(router, themes);
  brandsRoutes(router, brandsService({ database, clock }));
  const legal = legalService({ database, clock });
  legalRoutes(router, legal);
  const releaseNotes = releaseNotesService({ database, clock, publicUrl, setupOf: (host) => themes.setup(host) });
  releaseNotesRoutes(router, releaseNotes);
  signingKeysRoutes(router, database);
  await serveApiDocs(http, endpoints, config.publicUrl);
  connectPrograms(http, needs);
  const textSources = createTextSources(releaseNotes, legal);
  await serveBuiltPages(http, needs, { themes, tools, revocations, textSources });
  return http;
}

/** Creates the router, with the parts of the server that every call receives. */
function createRouter(http: FastifyInstance, needs: AppDependencies): Router {
  const { database, clock, randomBytes, passwords, seal } = needs;
  const { queueLetter } = needs.mail;
  const parts = { database, clock, randomBytes, queueLetter, passwords, seal, publicUrl: needs.config.publicUrl };
  return { http, authenticate: (token) => authenticate(needs, token), parts };
}

/** The services whose data the server writes into pages. */
type PageSources = {
  themes: ThemesService;
  tools: ToolsService;
  revocations: RevocationsService;
  textSources: TextSources;
};

/** Serves the built portal, or only the API if there is none. */
async function serveBuiltPages(http: FastifyInstance, needs: AppDependencies, sources: PageSources): Promise<void> {
  const { themes, textSources } = sources;
  const { pages: root, config } = needs;
  if (root === null) return void http.setNotFoundHandler(() => Promise.reject(problem('PAGE_NOT_FOUND')));
  const readSetup = (host: string) => themes.setup(host);
  await themes.prepare();
  await servePages({ http, root, readSetup, textSources, readBrandStyles: () => themes.looks() });
  await serveServiceWorker({ http, root, isEnabled: config.serviceWorker ?? true });
  await serveSavedChecker({ http, root, readContent: (host) => createSavedCheckerContent(needs, sources, host) });
}

/** Mounts the calls of the home page and of the pages that only staff can open. */
function mountStaffPages(router: Router, needs: AppDependencies, { ignoredFrom }: ForwardedHeaders): void {
  const { config, database, clock, mail, randomBytes, wakeMailings } = needs;
  homeRoutes(router, needs);
  fleetRoutes(
    router,
    fleetService({ database, clock, queueLetter: mail.queueLetter, publicUrl: config.publicUrl, wakeMailings }),
  );
  statusRoutes(router, statusService({ ...needs, delivers: mail.delivers, ignoredProxy: ignoredFrom }));
  mailRoutes(router, mailService({ database, clock, randomBytes, seal: needs.seal, mail }));
  auditRoutes(router, needs);
}

/** Connects what other programs use: health checks, security.txt, traces, metrics, and the bounce reports of mail servers. */
function connectPrograms(http: FastifyInstance, needs: AppDependencies): void {
  const { traces, metrics, database, clock } = needs;
  const { bounceToken = null, securityContact = null, publicUrl } = needs.config;
  serveHealth(http, () => findFault(needs));
  serveSecurityTxt(http, { contact: securityContact, publicUrl, clock });
  traces?.watch(http);
  metrics?.of.watch(http);
  if (bounceToken !== null) bouncesRoutes(http, { database, clock, token: bounceToken });
  if (metrics && metrics.token !== null) serveMetricsByToken(http, metrics.of, metrics.token);
}

/** Creates the data of the licence checker that users save as a file: the theme of this host name, and the published names, keys and revocation lists. */
async function createSavedCheckerContent(
  needs: AppDependencies,
  { themes, tools, revocations }: PageSources,
  host: string,
): Promise<SavedChecker> {
  const published = await tools.published();
  const { brand, brands } = await themes.setup(host);
  const shownBrand = brands.find(({ id }) => id === brand);
  return {
    portal: needs.config.publicUrl,
    madeAt: new Date(needs.clock()).toISOString(),
    theme: shownBrand?.theme ?? '',
    looks: await themes.looks(),
    supportEmail: shownBrand?.supportEmail ?? '',
    ...published,
    keys: await listPublishedKeys(needs.database.kysely),
    revocationLists: await revocations.lists(published.tools.map(({ number }) => number)),
  };
}

/** The services for passwords, second factors and sessions. */
function createSessionServices(needs: AppDependencies) {
  const { database, clock, seal, passwords } = needs;
  const { queueLetter } = needs.mail;
  const human = createHumanVerification({
    settings: needs.humanSettings,
    db: database.kysely,
    clock,
    fetch: needs.fetch,
  });
  const passkeys = createPasskeys(needs.config.publicUrl);
  const secondStepDependencies = { database, clock, passwords, seal, queueLetter, passkeys };
  const secondStep = secondStepService(secondStepDependencies);
  const { randomBytes, secondFactorPolicy } = needs;
  const secondFactorDependencies = { ...secondStepDependencies, steps: secondStep, randomBytes, secondFactorPolicy };
  return {
    human,
    secondStep,
    codedLinks: { database, clock, seal },
    sessions: sessionService({ ...needs, human, secondStep, queueLetter }),
    ownSessions: ownSessionsService(needs),
    passwords: passwordService({ ...needs, queueLetter }),
    passwordLinks: passwordLinkService({ ...needs, queueLetter, secondStep }),
    setUps: setUpService(needs),
    logins: confirmLoginService({ database, clock, queueLetter }),
    forgotPasswords: forgotPasswordService({ ...needs, human }),
    handoffs: handoffService(needs),
    views: viewAsService(needs),
    secondFactors: secondFactorService(secondFactorDependencies),
    totps: totpService(secondFactorDependencies),
    passkeys: passkeyService(secondFactorDependencies),
  };
}
