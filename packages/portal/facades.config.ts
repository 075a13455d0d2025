import type { Plugin, Rolldown } from 'vite';

/** A script that only exports some names of another script. */
const facadePattern = /^export\{([^{}]*)\}from"\.\/([^"]+)";\s*$/;
/**
 * The script of a page that only loads other scripts. Vite removes a script of this kind and writes the scripts that it
 * loads into the page.
 */
const entryFacadePattern = /^(?:import"\.\/[^"]+";)+\s*$/;

/**
 * Removes the scripts that only export names of another script, which the bundler writes for a dynamic import of a
 * module that is in a file with other modules. Each removed script would be one more request. After the removal, the
 * dynamic imports load the script that contains the code, and take the names from it. The names of the changed scripts
 * stay correct: they contain a hash of the name of the removed script, which contains a hash of its code.
 */
export const removeFacades = (): Plugin => ({
  name: 'without-facades',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const facades = chunks.filter(({ code }) => facadePattern.test(code));
      const importExpressionByFile = new Map(
        facades.map((chunk) => [chunk.fileName, createImportExpression(chunk.code)]),
      );
      for (const chunk of chunks)
        chunk.code = chunk.code.replaceAll(
          /\bimport\(`\.\/([^`]+)`\)/g,
          (load, name: string) => importExpressionByFile.get(`assets/${name}`) ?? load,
        );
      for (const { fileName } of facades) delete bundle[fileName];
    },
  },
});

/** Returns whether a script will be removed, because other scripts contain all its code. */
export const isFacade = ({ code }: Rolldown.OutputChunk): boolean =>
  facadePattern.test(code) || entryFacadePattern.test(code);

/**
 * Returns the text of an import expression that replaces the import of a removed script. The expression imports the
 * names of the removed script from the script that contains the code.
 */
function createImportExpression(code: string): string {
  const [, exported = '', source = ''] = facadePattern.exec(code) ?? [];
  const properties = exported.split(',').map((exportText) => {
    const [local = '', name = local] = exportText.split(' as ');
    return `${name}:m.${local}`;
  });
  return `import(\`./${source}\`).then(m=>({${properties.join()}}))`;
}
