import type { Plugin } from 'vite';

const iconImport = /import \{([^}]+)\} from ["']lucide-react["'];?/g;

/**
 * Imports each icon from its own module. The library exports all its icons from one module. If the portal imported this
 * one module, the bundler would read all 1,500 icons, and would know only at the end which icons a page needs.
 */
export const iconImports = (): Plugin => ({
  name: 'icon-imports',
  apply: 'build',
  // The plugin runs after TypeScript was compiled, so that the imports contain only values.
  enforce: 'post',
  transform: {
    filter: { code: 'lucide-react' },
    handler: (code) => ({
      code: code.replaceAll(iconImport, (_, names: string) => createIconImports(names)),
      map: null,
    }),
  },
});

/** The address below the root of the portal, not the path on this machine, whose length would change which modules share a file. */
const createIconModule = '/src/ui/content/create-icon.ts';

/**
 * Keeps only the shapes of an icon, and creates its component with our own function. The plugin also removes the keys
 * of the shapes, which are random and do not compress. Only the development version of React needs the keys, because
 * the shapes never change their order.
 */
export const shortenIcons = (): Plugin => ({
  name: 'small-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(
          /import createLucideIcon from '[^']+'/,
          `import { createIcon as createLucideIcon } from '${createIconModule}'`,
        )
        .replaceAll(/,\s*key: "[a-z0-9]+"|^__iconData\.node;$|^ {2}(?:name|size|aliases): .+$/gm, ''),
      map: null,
    }),
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
