import type { Plugin, Rolldown } from 'vite';

/** A script that only exports some names of another script. */
const facadeCode = /^export\{([^{}]*)\}from"\.\/([^"]+)";\s*$/;
/** The script of a page that only loads other scripts. Vite removes such a script and writes the other scripts into the page. */
const entryFacadeCode = /^(?:import"\.\/[^"]+";)+\s*$/;

/**
 * Removes the scripts that only export names of another script, which the bundler writes for a dynamic import of a module that is in a file
 * with other modules. Each would be one more request. The dynamic imports then load the other script, and pick the names from it.
 * The names of the changed scripts stay correct: they contain a hash of the name of the removed script, which contains a hash of its code.
 */
export const withoutFacades = (): Plugin => ({
  name: 'without-facades',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const facades = chunks.filter(({ code }) => facadeCode.test(code));
      const loads = new Map(facades.map((chunk) => [chunk.fileName, createImportExpression(chunk.code)]));
      for (const chunk of chunks)
        chunk.code = chunk.code.replaceAll(
          /\bimport\(`\.\/([^`]+)`\)/g,
          (load, name: string) => loads.get(`assets/${name}`) ?? load,
        );
      for (const { fileName } of facades) delete bundle[fileName];
    },
  },
});

/** Returns whether a script will be removed, because others have all its code. */
export const isFacade = ({ code }: Rolldown.OutputChunk): boolean =>
  facadeCode.test(code) || entryFacadeCode.test(code);

/** A removed script only exported names of another script. Returns, as text, an import of these names from that other script. */
function createImportExpression(code: string): string {
  const [, exported = '', source = ''] = facadeCode.exec(code) ?? [];
  const properties = exported.split(',').map((exportText) => {
    const [local = '', name = local] = exportText.split(' as ');
    return `${name}:m.${local}`;
  });
  return `import(\`./${source}\`).then(m=>({${properties.join()}}))`;
}
