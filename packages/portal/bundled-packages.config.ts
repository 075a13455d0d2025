import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const repository = path.resolve(import.meta.dirname, '../..');
const packageFolders = new Set<string>();

/** Notes the packages of npm that a bundle contains, for the bill of materials of a release. */
export function notePackages(files: Iterable<Rolldown.OutputChunk | Rolldown.OutputAsset>): void {
  for (const file of files)
    for (const id of file.type === 'chunk' ? file.moduleIds : []) {
      const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0].replace(/^\0/, '');
      if (folder !== undefined) packageFolders.add(path.relative(repository, folder));
    }
}

/** Writes the list of the folders of all packages in the pages. */
export const bundledPackages = (): Plugin => ({
  name: 'bundled-packages',
  apply: 'build',
  generateBundle: {
    // The saved page is built by another plugin, which also notes its packages.
    order: 'post',
    handler(_, bundle) {
      notePackages(Object.values(bundle));
      const source = JSON.stringify([...packageFolders].toSorted());
      this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source });
    },
  },
});
