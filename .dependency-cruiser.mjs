/**
 * The allowed directions of imports, including type-only imports. docs/architecture.md explains the rules. repo-checks/module-rules.test.ts
 * breaks every import rule once, and expects that the rule reports it.
 */

/**
 * For each feature of the server, the features that it may import. A feature of the server that has no entry here imports no other feature.
 */
const allowedImports = {
  companies: ['licenses', 'users'],
  'country-salesmen': ['users'],
  fleet: ['licenses', 'release-notes', 'users'],
  home: ['licenses', 'users'],
  'help-requests': ['country-salesmen', 'licenses', 'tools', 'users'],
  integrations: ['companies', 'licenses', 'users'],
  'license-admin': ['companies', 'licenses', 'tools', 'users'],
  imports: ['companies', 'country-salesmen', 'crm', 'undo', 'users'],
  licenses: ['country-salesmen', 'tools', 'users'],
  mail: ['users'],
  'mass-acts': ['fleet', 'licenses', 'requests', 'undo', 'users'],
  registration: ['country-salesmen', 'users'],
  'release-notes': ['tools'],
  requests: ['users'],
  'second-factor': ['users'],
  session: ['second-factor', 'users'],
  'signing-keys': ['licenses'],
  status: ['licenses', 'signing-keys'],
  tools: ['users'],
  undo: ['country-salesmen', 'crm', 'fleet', 'license-admin', 'licenses', 'requests', 'users'],
  // A deletion leaves the PCs of a member to the company.
  users: ['companies'],
};

const testFilePattern = String.raw`(\.test\.tsx?$|/src/testing/)`;
const serverFeatures = '^packages/server/src/features';

/** @param {string} name @param {string} reason @param {object} from @param {object} to */
const forbidImport = (name, reason, from, to) => ({ name, comment: reason, severity: 'error', from, to });

const packageRules = [
  forbidImport(
    'contract-imports-only-zod',
    'the contract contains no implementation',
    { path: '^packages/contract/src' },
    { pathNot: ['^packages/contract/', '^node_modules/zod/', '^node_modules/vitest/'] },
  ),
  forbidImport(
    'licensing-imports-nothing',
    'it runs in Node.js, in a browser and in the desktop tool; cryptography is a parameter',
    { path: '^packages/licensing/src', pathNot: [testFilePattern, 'node-primitives'] },
    { pathNot: '^packages/licensing/' },
  ),
  forbidImport(
    'portal-not-to-server',
    'they run in different places; npm hoists workspaces, so TypeScript alone would allow it',
    { path: '^packages/portal/' },
    { path: '^packages/(server|desktop)/' },
  ),
  forbidImport(
    'server-not-to-portal',
    'they run in different places; npm hoists workspaces, so TypeScript alone would allow it',
    { path: '^packages/server/' },
    { path: '^packages/(portal|desktop)/' },
  ),
  forbidImport(
    'desktop-imports-only-licensing',
    'the desktop tool contains the licence check and nothing of the portal',
    { path: '^packages/desktop/' },
    { path: '^packages/(?!desktop/|licensing/)' },
  ),
];

const serverRules = [
  forbidImport(
    'only-app-imports-routes',
    'only app.ts adds HTTP',
    { pathNot: '^packages/server/src/app\\.ts$' },
    { path: '\\.routes\\.ts$' },
  ),
  forbidImport(
    'features-not-to-http',
    'rules do not depend on HTTP; only *.routes.ts do',
    { path: serverFeatures, pathNot: ['\\.routes\\.ts$', testFilePattern] },
    { path: '^node_modules/(@fastify|fastify)/' },
  ),
  forbidImport(
    'only-repositories-import-kysely',
    'all SQL is in *.repository.ts and database/',
    {
      path: '^packages/server/src/',
      pathNot: ['\\.repository\\.ts$', '^packages/server/src/database/', testFilePattern],
    },
    { path: '^node_modules/(kysely|pg)/' },
  ),
  forbidImport(
    'repositories-not-to-services',
    'a repository reads and writes tables, and nothing else',
    { path: '\\.repository\\.ts$', pathNot: '^packages/server/src/mail/' },
    { path: ['\\.(service|routes)\\.ts$', '^packages/server/src/mail/'], pathNot: '\\.repository\\.ts$' },
  ),
  forbidImport(
    'server-layers-not-to-features',
    'platform, mail and database serve every feature',
    { path: '^packages/server/src/(platform|mail|database)/', pathNot: testFilePattern },
    { path: '^packages/server/src/(features|demo|commands|config|start|[^/]+\\.ts$)' },
  ),
  forbidImport(
    'database-not-to-other-layers',
    'the database is the lowest layer',
    { path: '^packages/server/src/database/', pathNot: testFilePattern },
    { path: '^packages/server/src/(?!database/)' },
  ),
  forbidImport(
    'server-feature-not-to-feature',
    'a feature that needs another one is listed in `allowedImports`, or the code belongs into a lower layer',
    {
      path: `${serverFeatures}/([^/]+)/`,
      pathNot: [testFilePattern, `${serverFeatures}/(${Object.keys(allowedImports).join('|')})/`],
    },
    { path: `${serverFeatures}/`, pathNot: `${serverFeatures}/$1/` },
  ),
  ...Object.entries(allowedImports).map(([feature, allowed]) =>
    forbidImport(
      `${feature}-allowed-imports`,
      `only ${allowed.join(' and ')}`,
      { path: `${serverFeatures}/${feature}/`, pathNot: testFilePattern },
      { path: `${serverFeatures}/`, pathNot: `${serverFeatures}/(${[feature, ...allowed].join('|')})/` },
    ),
  ),
];

const portalRules = [
  forbidImport(
    'portal-feature-not-to-feature',
    'app/pages/ puts features together',
    { path: '^packages/portal/src/features/([^/]+)/', pathNot: testFilePattern },
    { path: '^packages/portal/src/features/', pathNot: '^packages/portal/src/features/$1/' },
  ),
  forbidImport(
    'ui-not-to-other-layers',
    'the kit depends on no feature, no session and no server',
    { path: '^packages/portal/src/ui/', pathNot: testFilePattern },
    { path: '^packages/portal/src/(features|api|session|app)/' },
  ),
  forbidImport(
    'portal-layers-not-to-app',
    'app/ is the highest layer',
    { path: '^packages/portal/src/(features|session|brand|messages)/', pathNot: testFilePattern },
    { path: '^packages/portal/src/(app/|main\\.tsx)' },
  ),
  forbidImport(
    'portal-layers-not-to-features',
    'session, brand and messages serve every feature',
    { path: '^packages/portal/src/(session|brand|messages)/', pathNot: testFilePattern },
    { path: '^packages/portal/src/features/' },
  ),
  forbidImport(
    'api-imports-only-contract',
    'calls depend on no page and no session',
    { path: '^packages/portal/src/api/', pathNot: testFilePattern },
    { path: '^packages/portal/src/(?!api/)' },
  ),
  forbidImport(
    'only-queries-call-api',
    'components read queries; only *.queries.ts call the server',
    { path: '^packages/portal/src/', pathNot: ['\\.queries\\.ts$', '^packages/portal/src/api/', testFilePattern] },
    { path: '^packages/portal/src/api/call\\.ts$' },
  ),
];

const generalRules = [
  forbidImport('no-cycle', 'files in a cycle cannot be understood or tested alone', {}, { circular: true }),
  forbidImport('no-index', 'index files cause cycles', {}, { path: '^packages/.*/index\\.tsx?$' }),
  forbidImport('no-unresolved-import', 'the imported file does not exist', {}, { couldNotResolve: true }),
  forbidImport(
    'only-declared-dependencies',
    'a package lists what it imports; npm hoists, so an undeclared import would work by chance',
    { path: '^packages/[^/]+/src/', pathNot: testFilePattern },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  ),
];

export const forbidden = [...packageRules, ...serverRules, ...portalRules, ...generalRules];

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
