import type { Plugin } from 'vite';

const named = /import \{([^}]+)\} from ["']lucide-react["'];?/g;

/**
 * Imports each icon from its own module. The library exports all its icons by one module: with that, the bundler cannot say before the end
 * which icons a page needs, and the build reads 1,500 of them.
 */
export const iconImports = (): Plugin => ({
  name: 'icon-imports',
  apply: 'build',
  // After TypeScript has been compiled, so that only values are left.
  enforce: 'post',
  transform: {
    filter: { code: 'lucide-react' },
    handler: (code) => ({ code: code.replaceAll(named, (_, names: string) => importsOf(names)), map: null }),
  },
});

/**
 * Removes the keys of the shapes of an icon: random letters that compress to nothing smaller, and only React's development version needs
 * them, because the shapes never change their order. It also removes a statement without effect, which the bundler must keep.
 */
export const iconsWithoutKeys = (): Plugin => ({
  name: 'icons-without-keys',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
    handler: (code) => ({ code: code.replaceAll(/,\s*key: "[a-z0-9]+"|^__iconData\.node;$/gm, ''), map: null }),
  },
});

const importsOf = (names: string): string =>
  names
    .split(',')
    .map((each) => each.trim().split(' as '))
    .filter(([name]) => name)
    .map(([name = '', local = name]) => `import ${local} from 'lucide-react/icons/${fileOf(name)}';`)
    .join(' ');

/** `FileKey2` is in `file-key-2`. */
const fileOf = (name: string): string => name.replaceAll(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase();
