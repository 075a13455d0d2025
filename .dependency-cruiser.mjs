/**
 * The allowed directions of imports, including type-only imports. docs/architecture.md explains it; repo-checks/module-rules.test.ts breaks
 * every rule once and expects that the rule reports it.
 */

/** For each feature of the server, the features that it may import. Features without an entry share data only through the database. */
const allowedImports = {
  'country-salesmen': ['users'],
  fleet: ['licenses', 'release-notes', 'users'],
  home: ['licenses', 'users'],
  'help-requests': ['country-salesmen', 'licenses', 'tools', 'users'],
  'license-admin': ['licenses', 'tools', 'users'],
  imports: ['country-salesmen', 'crm', 'users'],
  licenses: ['country-salesmen', 'tools', 'users'],
  mail: ['users'],
  registration: ['country-salesmen', 'users'],
  requests: ['users'],
  'second-factor': ['users'],
  session: ['users'],
  'signing-keys': ['licenses'],
  status: ['licenses', 'signing-keys'],
  tools: ['users'],
};

const tests = String.raw`(\.test\.tsx?$|/src/testing/)`;
const serverFeatures = '^packages/server/src/features';

/** @param {string} name @param {string} reason @param {object} from @param {object} to */
const never = (name, reason, from, to) => ({ name, comment: reason, severity: 'error', from, to });

const betweenPackages = [
  never(
    'contract-imports-only-zod',
    'the contract contains no implementation',
    { path: '^packages/contract/src' },
    { pathNot: ['^packages/contract/', '^node_modules/zod/', '^node_modules/vitest/'] },
  ),
  never(
    'licensing-imports-nothing',
    'it runs in Node.js, in a browser and in the desktop tool; cryptography is a parameter',
    { path: '^packages/licensing/src', pathNot: [tests, 'node-primitives'] },
    { pathNot: '^packages/licensing/' },
  ),
  never(
    'portal-not-to-server',
    'they run in different places; npm hoists workspaces, so TypeScript alone would allow it',
    { path: '^packages/portal/' },
    { path: '^packages/(server|desktop)/' },
  ),
  never(
    'server-not-to-portal',
    'they run in different places; npm hoists workspaces, so TypeScript alone would allow it',
    { path: '^packages/server/' },
    { path: '^packages/(portal|desktop)/' },
  ),
  never(
    'desktop-imports-only-licensing',
    'the desktop tool contains the licence check and nothing of the portal',
    { path: '^packages/desktop/' },
    { path: '^packages/(?!desktop/|licensing/)' },
  ),
];

const server = [
  never(
    'only-app-imports-routes',
    'only app.ts adds HTTP',
    { pathNot: '^packages/server/src/app\\.ts$' },
    { path: '\\.routes\\.ts$' },
  ),
  never(
    'features-not-to-http',
    'rules do not depend on HTTP; only *.routes.ts do',
    { path: serverFeatures, pathNot: ['\\.routes\\.ts$', tests] },
    { path: '^node_modules/(@fastify|fastify)/' },
  ),
  never(
    'only-repositories-import-kysely',
    'all SQL is in *.repository.ts and database/',
    { path: '^packages/server/src/', pathNot: ['\\.repository\\.ts$', '^packages/server/src/database/', tests] },
    { path: '^node_modules/(kysely|pg)/' },
  ),
  never(
    'repositories-not-to-services',
    'a repository reads and writes tables, and nothing else',
    { path: '\\.repository\\.ts$', pathNot: '^packages/server/src/mail/' },
    { path: ['\\.(service|routes)\\.ts$', '^packages/server/src/mail/'], pathNot: '\\.repository\\.ts$' },
  ),
  never(
    'server-layers-not-to-features',
    'platform, mail and database serve every feature',
    { path: '^packages/server/src/(platform|mail|database)/', pathNot: tests },
    { path: '^packages/server/src/(features|demo|commands|[^/]+\\.ts$)' },
  ),
  never(
    'database-not-to-other-layers',
    'the database is the lowest layer',
    { path: '^packages/server/src/database/', pathNot: tests },
    { path: '^packages/server/src/(?!database/)' },
  ),
  never(
    'server-feature-not-to-feature',
    'a feature that needs another one is listed in `allowedImports`, or the code belongs into a lower layer',
    {
      path: `${serverFeatures}/([^/]+)/`,
      pathNot: [tests, `${serverFeatures}/(${Object.keys(allowedImports).join('|')})/`],
    },
    { path: `${serverFeatures}/`, pathNot: `${serverFeatures}/$1/` },
  ),
  ...Object.entries(allowedImports).map(([feature, allowed]) =>
    never(
      `${feature}-allowed-imports`,
      `only ${allowed.join(' and ')}`,
      { path: `${serverFeatures}/${feature}/`, pathNot: tests },
      { path: `${serverFeatures}/`, pathNot: `${serverFeatures}/(${[feature, ...allowed].join('|')})/` },
    ),
  ),
];

const portal = [
  never(
    'portal-feature-not-to-feature',
    'app/pages/ puts features together',
    { path: '^packages/portal/src/features/([^/]+)/', pathNot: tests },
    { path: '^packages/portal/src/features/', pathNot: '^packages/portal/src/features/$1/' },
  ),
  never(
    'ui-not-to-other-layers',
    'the kit depends on no feature, no session and no server',
    { path: '^packages/portal/src/ui/', pathNot: tests },
    { path: '^packages/portal/src/(features|api|session|app)/' },
  ),
  never(
    'portal-layers-not-to-app',
    'app/ is the highest layer',
    { path: '^packages/portal/src/(features|session|brand|messages)/', pathNot: tests },
    { path: '^packages/portal/src/(app/|main\\.tsx)' },
  ),
  never(
    'portal-layers-not-to-features',
    'session, brand and messages serve every feature',
    { path: '^packages/portal/src/(session|brand|messages)/', pathNot: tests },
    { path: '^packages/portal/src/features/' },
  ),
  never(
    'api-imports-only-contract',
    'calls depend on no page and no session',
    { path: '^packages/portal/src/api/', pathNot: tests },
    { path: '^packages/portal/src/(?!api/)' },
  ),
  never(
    'only-queries-call-api',
    'components read queries; only *.queries.ts call the server',
    { path: '^packages/portal/src/', pathNot: ['\\.queries\\.ts$', '^packages/portal/src/api/', tests] },
    { path: '^packages/portal/src/api/call\\.ts$' },
  ),
];

const everywhere = [
  never('no-cycle', 'files in a cycle cannot be understood or tested alone', {}, { circular: true }),
  never('no-index', 'index files cause cycles', {}, { path: '^packages/.*/index\\.tsx?$' }),
  never('no-unresolved-import', 'the imported file does not exist', {}, { couldNotResolve: true }),
  never(
    'only-declared-dependencies',
    'a package lists what it imports; npm hoists, so an undeclared import would work by chance',
    { path: '^packages/[^/]+/src/', pathNot: tests },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  ),
];

export const forbidden = [...betweenPackages, ...server, ...portal, ...everywhere];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
