import type { Plugin } from 'vite';

const iconImport = /import \{([^}]+)\} from ["']lucide-react["'];?/g;

/**
 * Imports each icon from its own module. The library exports all its icons from one module. With that module, the bundler would read all
 * 1,500 icons, and would know only at the end which icons a page needs.
 */
export const iconImports = (): Plugin => ({
  name: 'icon-imports',
  apply: 'build',
  // This runs after TypeScript was compiled, so that the imports contain only values.
  enforce: 'post',
  transform: {
    filter: { code: 'lucide-react' },
    handler: (code) => ({
      code: code.replaceAll(iconImport, (_, names: string) => createIconImports(names)),
      map: null,
    }),
  },
});

/**
 * Removes the keys of the shapes of an icon. They are random letters, which do not compress, and only the development version of React needs
 * them, because the shapes never change their order. It also removes a statement without effect, which the bundler cannot remove.
 */
export const iconsWithoutKeys = (): Plugin => ({
  name: 'icons-without-keys',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
    handler: (code) => ({ code: code.replaceAll(/,\s*key: "[a-z0-9]+"|^__iconData\.node;$/gm, ''), map: null }),
  },
});

const createIconImports = (names: string): string =>
  names
    .split(',')
    .map((importedName) => importedName.trim().split(' as '))
    .filter(([name]) => name)
    .map(([name = '', local = name]) => `import ${local} from 'lucide-react/icons/${toFileName(name)}';`)
    .join(' ');

/** Returns the file name of an icon: `file-key-2` for `FileKey2`. */
const toFileName = (name: string): string => name.replaceAll(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase();
