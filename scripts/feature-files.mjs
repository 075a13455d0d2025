import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandFailure } from './say.mjs';

const templates = path.join(import.meta.dirname, 'feature-template');
const server = 'packages/server/src';
const portal = 'packages/portal/src';

/** Each template, and the file that is created from it. The templates contain a feature with the name `price-lists`. @type {[template: string, file: string][]} */
const newFiles = [
  ['contract', 'packages/contract/src/price-lists.ts'],
  ['migration', `${server}/database/migrations/0000-price-lists.ts`],
  ['repository', `${server}/features/price-lists/price-lists.repository.ts`],
  ['service', `${server}/features/price-lists/price-lists.service.ts`],
  ['routes', `${server}/features/price-lists/price-lists.routes.ts`],
  ['api-test', `${server}/features/price-lists/price-lists.api.test.ts`],
  ['messages', `${portal}/messages/en/price-lists.ts`],
  ['queries', `${portal}/features/price-lists/price-lists.queries.ts`],
  ['page', `${portal}/features/price-lists/price-lists-page.tsx`],
  ['page-test', `${portal}/features/price-lists/price-lists-page.test.tsx`],
];

const contractImport = "import { priceLists } from '@basics/contract/price-lists.ts';";

/** Lines to insert into existing files, each before the first line that begins with the text `before`. @type {[file: string, before: string, line: string][]} */
const newLines = [
  ['packages/contract/src/api.ts', 'import { registration }', "import { priceLists } from './price-lists.ts';"],
  ['packages/contract/src/api.ts', '} satisfies', '  priceLists,'],
  [
    `${server}/app.ts`,
    'import { registrationRoutes }',
    "import { priceListsRoutes } from './features/price-lists/price-lists.routes.ts';",
  ],
  [
    `${server}/app.ts`,
    'import { registrationRoutes }',
    "import { priceListsService } from './features/price-lists/price-lists.service.ts';",
  ],
  [`${server}/app.ts`, '  importsRoutes(router', '  priceListsRoutes(router, priceListsService({ database, clock }));'],
  [
    `${server}/database/migrations.ts`,
    'import type { Migration }',
    "import { priceLists } from './migrations/0000-price-lists.ts';",
  ],
  [`${server}/database/migrations.ts`, '] satisfies', '  priceLists,'],
  [`${server}/platform/csv/start-export.ts`, '] as const', "  'priceLists',"],
  ['packages/contract/src/audit-actions.ts', "  | 'assignment'", "  | 'priceLists'"],
  [
    `${portal}/messages/en/audit-actions.ts`,
    "  'releaseNote.create'",
    "  'priceLists.export': 'exported price lists',",
  ],
  [`${portal}/messages/en/audit-actions.ts`, '  releaseNotes:', "  priceLists: 'Price lists',"],
  [`${portal}/features/audit/record-link.ts`, '  releaseNotes: noPage', '  priceLists: noPage,'],
  [`${server}/database/personal/impersonal-tables.ts`, '} satisfies', "  priceLists: impersonal('id', 'name'),"],
  [`${server}/testing/access/access-to-operating.ts`, 'import { releaseNotes }', contractImport],
  [
    `${server}/testing/access/access-to-operating.ts`,
    '  openToAdministrators(crm.search',
    '  openToAdministrators(priceLists.search, sendFilter),\n  openToAdministrators(priceLists.export, sendFilter),',
  ],
  [`${portal}/messages/en.ts`, 'import { problem }', "import { priceLists } from './en/price-lists.ts';"],
  [`${portal}/messages/en.ts`, '};', '  priceLists,'],
  [`${portal}/messages/en/shell.ts`, "    import: 'Import'", "    priceLists: 'Price lists',"],
  [
    `${portal}/app/administration-rows.ts`,
    '];',
    `  {
    path: '/admin/price-lists',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/price-lists/price-lists-page.tsx')).PriceListsPage,
    },
    menu: { label: items.priceLists },
  },`,
  ],
  [
    `${portal}/messages/en/manual.ts`,
    "    '/admin/policies'",
    `    '/admin/price-lists': {
      about: 'The price lists.',
      steps: ['Search the price lists, and sort them.', 'Export the price lists as a CSV file.'],
    },`,
  ],
  [`${portal}/app/menu-extras.tsx`, "  '/admin/policies'", "  '/admin/price-lists': Wrench,"],
  [`${portal}/app/guard.test.ts`, "  '/admin/import'", "  '/admin/price-lists': ['Administrator'],"],
  [
    'docs/decisions/0034-screens-beyond-the-specification.md',
    '`/admin/brands`, with',
    '`/admin/price-lists` shows administrators the price lists.\n',
  ],
];

/** The file with the specified menu. The name is added at the end of its list, because the formatting of the list depends on its length. */
const menuFile = `${portal}/testing/specified-menus.ts`;
const menuList = /( administration: \[[^\]]+?),?\s*\]/;

/**
 * Returns the complete texts of all files of a new feature: the files to be created, and the existing files with an added line.
 * @param {string} name in kebab case @param {string} root the folder of the repository
 * @returns {Record<string, string>} text by path from the root
 */
export function createFeatureFiles(name, root) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new CommandFailure(`${name} is not a name in kebab case, such as price-lists.`);
  const renameIn = createRenamer(name, findNextMigration(root));
  /** @type {Record<string, string>} */
  const files = {};
  for (const [template, file] of newFiles) {
    const newFile = renameIn(file);
    if (existsSync(path.join(root, newFile))) throw new CommandFailure(`${newFile} exists already.`);
    files[newFile] = renameIn(readFileSync(path.join(templates, `${template}.txt`), 'utf8'));
  }
  for (const [file, before, line] of newLines) {
    const fileLines = (files[file] ?? readFileSync(path.join(root, file), 'utf8')).split('\n');
    const lineIndex = fileLines.findIndex((fileLine) => fileLine.startsWith(before));
    if (lineIndex === -1)
      throw new CommandFailure(`${file} has no line that begins with: ${before}\nAdapt scripts/feature-files.mjs.`);
    files[file] = fileLines.toSpliced(lineIndex, 0, renameIn(line)).join('\n');
  }
  const menu = files[menuFile] ?? readFileSync(path.join(root, menuFile), 'utf8');
  if (!menuList.test(menu))
    throw new CommandFailure(`${menuFile} has no list of the administration's menu. Adapt scripts/feature-files.mjs.`);
  files[menuFile] = menu.replace(menuList, (_, listStart) => `${listStart}, '${renameIn('Price lists')}']`);
  return files;
}

/** Replaces the name of the templates in each of its spellings. @param {string} name @param {string} migration its four digits */
function createRenamer(name, migration) {
  const camel = name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const spacedName = name.replaceAll('-', ' ');
  return (/** @type {string} */ text) =>
    text
      .replaceAll('0000-', `${migration}-`)
      .replaceAll('price-lists', name)
      .replaceAll('price_lists', name.replaceAll('-', '_'))
      .replaceAll('priceLists', camel)
      .replaceAll('PriceLists', capitalise(camel))
      .replaceAll('price lists', spacedName)
      .replaceAll('Price lists', capitalise(spacedName));
}

/** @param {string} text */
const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} root */
function findNextMigration(root) {
  const numbers = readdirSync(path.join(root, server, 'database', 'migrations')).map((file) =>
    Number.parseInt(file, 10),
  );
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}
