/**
 * The law of direction: who must never import whom, type-only imports included. docs/architecture.md draws it; repo-checks/module-rules.test.ts
 * plants a fault for every rule and expects it to be caught, so that a checker that checks nothing is found out.
 */

/** Rooms of the server that may call another room: everybody else asks through the database or not at all. */
const neighbours = {
  'country-salesmen': ['users'],
  home: ['users'],
  'help-requests': ['country-salesmen', 'licenses', 'tools', 'users'],
  'license-admin': ['licenses', 'tools', 'users'],
  imports: ['country-salesmen', 'crm', 'users'],
  licenses: ['tools', 'users'],
  registration: ['country-salesmen', 'users'],
  requests: ['users'],
  'second-factor': ['users'],
  tools: ['users'],
};

const tests = String.raw`(\.test\.tsx?$|/src/testing/)`;
const serverRoom = '^packages/server/src/features';

/** @param {string} name @param {string} because @param {object} from @param {object} to */
const never = (name, because, from, to) => ({ name, comment: because, severity: 'error', from, to });

const worlds = [
  never(
    'contract-knows-zod-alone',
    'a promise has no organs',
    { path: '^packages/contract/src' },
    { pathNot: ['^packages/contract/', '^node_modules/zod/', '^node_modules/vitest/'] },
  ),
  never(
    'licensing-knows-nobody',
    'it runs in Node.js, in a browser and in the tool; cryptography is handed in',
    { path: '^packages/licensing/src', pathNot: [tests, 'node-primitives'] },
    { pathNot: '^packages/licensing/' },
  ),
  never(
    'portal-meets-no-server',
    'two worlds; npm would let them meet',
    { path: '^packages/portal/' },
    { path: '^packages/(server|desktop)/' },
  ),
  never(
    'server-meets-no-portal',
    'two worlds; npm would let them meet',
    { path: '^packages/server/' },
    { path: '^packages/(portal|desktop)/' },
  ),
  never(
    'desktop-knows-licensing-alone',
    'a tool carries the licence check and nothing of the portal',
    { path: '^packages/desktop/' },
    { path: '^packages/(?!desktop/|licensing/)' },
  ),
];

const server = [
  never(
    'routes-are-the-outermost-skin',
    'only app.ts puts HTTP on',
    { pathNot: '^packages/server/src/app\\.ts$' },
    { path: '\\.routes\\.ts$' },
  ),
  never(
    'rules-know-no-http',
    'who decides does not care how he was asked',
    { path: serverRoom, pathNot: ['\\.routes\\.ts$', tests] },
    { path: '^node_modules/(@fastify|fastify)/' },
  ),
  never(
    'services-know-no-sql',
    'SQL is the repository',
    { path: '\\.service\\.ts$' },
    { path: '^node_modules/(kysely|pg)/' },
  ),
  never(
    'sql-asks-nobody',
    'a repository answers from tables',
    { path: '\\.repository\\.ts$' },
    { path: ['\\.(service|routes)\\.ts$', '^packages/server/src/mail/'] },
  ),
  never(
    'floors-below-know-no-rooms',
    'platform, mail and database serve every room alike',
    { path: '^packages/server/src/(platform|mail|database)/', pathNot: tests },
    { path: '^packages/server/src/(features|demo|[^/]+\\.ts$)' },
  ),
  never(
    'tables-know-no-floor',
    'the database is the ground floor',
    { path: '^packages/server/src/database/', pathNot: tests },
    { path: '^packages/server/src/(?!database/)' },
  ),
  never(
    'server-rooms-do-not-peep',
    'a room that needs another stands in `neighbours`, or its need belongs below',
    { path: `${serverRoom}/([^/]+)/`, pathNot: [tests, `${serverRoom}/(${Object.keys(neighbours).join('|')})/`] },
    { path: `${serverRoom}/`, pathNot: `${serverRoom}/$1/` },
  ),
  ...Object.entries(neighbours).map(([room, known]) =>
    never(
      `${room}-has-few-neighbours`,
      `only ${known.join(' and ')}`,
      { path: `${serverRoom}/${room}/`, pathNot: tests },
      { path: `${serverRoom}/`, pathNot: `${serverRoom}/(${[room, ...known].join('|')})/` },
    ),
  ),
];

const portal = [
  never(
    'portal-rooms-do-not-peep',
    'pages compose; rooms do not peep',
    { path: '^packages/portal/src/features/([^/]+)/', pathNot: tests },
    { path: '^packages/portal/src/features/', pathNot: '^packages/portal/src/features/$1/' },
  ),
  never(
    'ui-has-no-opinion',
    'a button knows no noun, no session and no server',
    { path: '^packages/portal/src/ui/', pathNot: tests },
    { path: '^packages/portal/src/(features|api|session|app)/' },
  ),
  never(
    'rooms-know-no-app',
    'app puts the rooms together',
    { path: '^packages/portal/src/(features|session|brand|messages)/', pathNot: tests },
    { path: '^packages/portal/src/(app/|main\\.tsx)' },
  ),
  never(
    'floors-below-know-no-pages',
    'session, brand and messages serve every page alike',
    { path: '^packages/portal/src/(session|brand|messages)/', pathNot: tests },
    { path: '^packages/portal/src/features/' },
  ),
  never(
    'api-knows-the-contract-alone',
    'calls know neither screens nor sessions',
    { path: '^packages/portal/src/api/', pathNot: tests },
    { path: '^packages/portal/src/(?!api/)' },
  ),
  never(
    'only-queries-ask',
    'a component reads a query; *.queries.ts talk to the server',
    { path: '^packages/portal/src/', pathNot: ['\\.queries\\.ts$', '^packages/portal/src/api/', tests] },
    { path: '^packages/portal/src/api/call\\.ts$' },
  ),
];

const everywhere = [
  never('no-cycle', 'what goes round has no below', {}, { circular: true }),
  never('no-index', 'index files tie knots', {}, { path: '^packages/.*/index\\.tsx?$' }),
  never('no-ghost', 'an import that leads nowhere', {}, { couldNotResolve: true }),
  never(
    'only-what-is-declared',
    'a package lists what it imports; npm would let it borrow from its neighbours',
    { path: '^packages/[^/]+/src/', pathNot: tests },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  ),
];

export const forbidden = [...worlds, ...server, ...portal, ...everywhere];

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
