import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandFailure } from './say.mjs';

const templates = path.join(import.meta.dirname, 'feature-template');
const server = 'packages/server/src';
const portal = 'packages/portal/src';

/**
 * The templates in `feature-template/`, and the file that is created from each template. The templates contain a feature with the name
 * `price-lists`.
 * @type {[template: string, file: string][]}
 */
const newFiles = [
  ['contract', 'packages/contract/src/price-lists/price-lists.ts'],
  ['repository', `${server}/features/price-lists/price-lists.repository.ts`],
  ['api-test', `${server}/features/price-lists/price-lists.api.test.ts`],
  ['page', `${portal}/features/price-lists/price-lists-page.tsx`],
  ['page-test', `${portal}/features/price-lists/price-lists-page.test.tsx`],
];

const contractImport = "import { priceLists } from '@basics/contract/price-lists/price-lists.ts';";

/**
 * Lines to insert into existing files. Each line is inserted before the first line of the file that begins with the text `before`. If such
 * a line is missing, a type or a test of the file fails.
 * @type {[file: string, before: string, line: string][]}
 */
const newLines = [
  [
    'packages/contract/src/api.ts',
    'import { registration }',
    "import { priceLists } from './price-lists/price-lists.ts';",
  ],
  ['packages/contract/src/api.ts', '} satisfies', '  priceLists,'],
  [`${server}/app.ts`, "import compress from '@fastify/compress';", contractImport],
  [
    `${server}/app.ts`,
    'import { registrationRoutes }',
    `import {
  exportPriceLists,
  searchPriceLists,
} from './features/price-lists/price-lists.repository.ts';`,
  ],
  [
    `${server}/app.ts`,
    '  homeRoutes(router',
    `  mount(router, priceLists.search, ({ db, body }) => searchPriceLists(db, body));
  mount(router, priceLists.export, (call) => exportPriceLists(call, call.body));`,
  ],
  [
    `${server}/database/migrations.ts`,
    '] satisfies',
    `  { name: '0000-price-lists', steps: [createImpersonalTable('price_lists', { id, name: unique(text) })] },`,
  ],
  [`${server}/testing/access/access-to-operating.ts`, 'import { releaseNotes }', contractImport],
  [
    `${server}/testing/access/access-to-operating.ts`,
    '  openToAdministrators(crm.search',
    '  openToAdministrators(priceLists.search, createFilterRequest),\n  openToAdministrators(priceLists.export, createFilterRequest),',
  ],
  [
    `${portal}/messages/en/administration.ts`,
    '} as const',
    "  '/admin/price-lists': { title: 'Price lists', columns: { name: 'Name' } },",
  ],
  [
    `${portal}/messages/en/palette.ts`,
    "    '/release-notes': {",
    "    '/admin/price-lists': { also: 'price lists list' },",
  ],
  [
    `${portal}/app/routes/administration-rows.ts`,
    '] as const',
    `  {
    path: '/admin/price-lists',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/price-lists/price-lists-page.tsx')).PriceListsPage,
    },
    menu: { label: administration['/admin/price-lists'].title },
  },`,
  ],
];

/**
 * Names that the inserted lines need, and the module that exports them. Names that the file imports already are not imported again.
 * @type {[file: string, names: readonly string[], module: string][]}
 */
const neededImports = [
  [`${server}/app.ts`, ['mount'], './platform/http/mount.ts'],
  [`${server}/database/migrations.ts`, ['id', 'text', 'unique'], './columns.ts'],
  [`${server}/database/migrations.ts`, ['createImpersonalTable'], './queries/statements.ts'],
];

/**
 * Returns the complete texts of all files of a new feature: the new files, and the existing files with the inserted lines.
 * @param {string} name in kebab case @param {string} root the folder of the repository
 * @returns {Record<string, string>} the keys are paths from the root, the values are texts
 */
export function createFeatureFiles(name, root) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new CommandFailure(`${name} is not a name in kebab case, such as price-lists.`);
  const rename = createRenamer(name, findNextMigration(root));
  /** @type {Record<string, string>} */
  const files = {};
  for (const [template, file] of newFiles) {
    const newFile = rename(file);
    if (existsSync(path.join(root, newFile))) throw new CommandFailure(`${newFile} exists already.`);
    files[newFile] = rename(readFileSync(path.join(templates, `${template}.txt`), 'utf8'));
  }
  for (const [file, before, line] of newLines) {
    const fileLines = (files[file] ?? readFileSync(path.join(root, file), 'utf8')).split('\n');
    const lineIndex = fileLines.findIndex((fileLine) => fileLine.startsWith(before));
    if (lineIndex === -1)
      throw new CommandFailure(`${file} has no line that begins with: ${before}\nAdapt scripts/feature-files.mjs.`);
    files[file] = fileLines.toSpliced(lineIndex, 0, rename(line)).join('\n');
  }
  for (const [file, names, module] of neededImports) files[file] = importNames(files[file] ?? '', names, module);
  return files;
}

/**
 * Adds names to the import of a module, or adds the import.
 * @param {string} text of the file @param {readonly string[]} names @param {string} module
 */
function importNames(text, names, module) {
  const end = `} from '${module}';`;
  const line = text.split('\n').find((fileLine) => fileLine.startsWith('import {') && fileLine.endsWith(end));
  const importedNames =
    line
      ?.slice('import {'.length, -end.length)
      .split(',')
      .map((name) => name.trim()) ?? [];
  const missingNames = names.filter((name) => !importedNames.includes(name));
  const newLine = `import { ${[...importedNames, ...missingNames].join(', ')} ${end}`;
  return line === undefined ? `${newLine}\n${text}` : text.replace(line, newLine);
}

/**
 * Returns a function that replaces the feature name `price-lists` of the templates, in each of its spellings, and the migration number
 * `0000`.
 * @param {string} name @param {string} migration its four digits
 */
function createRenamer(name, migration) {
  const camelCaseName = name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const spacedName = name.replaceAll('-', ' ');
  return (/** @type {string} */ text) =>
    text
      .replaceAll('0000-', `${migration}-`)
      .replaceAll('price-lists', name)
      .replaceAll('price_lists', name.replaceAll('-', '_'))
      .replaceAll('priceLists', camelCaseName)
      .replaceAll('PriceLists', capitalise(camelCaseName))
      .replaceAll('price lists', spacedName)
      .replaceAll('Price lists', capitalise(spacedName));
}

/** @param {string} text */
const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} root */
function findNextMigration(root) {
  const migrations = readFileSync(path.join(root, server, 'database', 'migrations.ts'), 'utf8');
  const numbers = [...migrations.matchAll(/\b(\d{4})-/g)].map(([, number]) => Number(number));
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}
