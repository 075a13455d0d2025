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

const importsOf = (names: string): string =>
  names
    .split(',')
    .map((each) => each.trim().split(' as '))
    .filter(([name]) => name)
    .map(([name = '', local = name]) => `import ${local} from 'lucide-react/icons/${fileOf(name)}';`)
    .join(' ');

/** `FileKey2` is in `file-key-2`. */
const fileOf = (name: string): string => name.replaceAll(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase();
