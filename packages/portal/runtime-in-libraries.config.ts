import type { Plugin, Rolldown } from 'vite';

const runtimeImport = /import\{([^{}]*)\}from"\.\/rolldown-runtime-[^"]+";/;
const exportList = /export\{([^{}]*)\};\s*$/;

/**
 * Moves the helper functions of the bundler, which it always writes into their own file, into the file of the
 * libraries. Every page needs the helper functions and the libraries, so one file for both saves a request. The names
 * of the changed files stay correct: they contain a hash of the names of their imports.
 */
export const mergeRuntimeIntoLibraries = (): Plugin => ({
  name: 'runtime-in-libraries',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const runtime = findChunk(chunks, 'rolldown-runtime');
      const libraries = findChunk(chunks, 'libraries');
      const functionNames = readExportedNames(runtime.code).map(([, name]) => createGlobalName(name));
      for (const chunk of chunks) {
        if (chunk === libraries || !chunk.imports.includes(runtime.fileName)) continue;
        chunk.code = chunk.code.replace(
          runtimeImport,
          (_statement, names: string) => `import{${renameImports(names)}}from"./${baseName(libraries)}";`,
        );
        chunk.imports = [
          ...new Set(chunk.imports.map((file) => (file === runtime.fileName ? libraries.fileName : file))),
        ];
      }
      libraries.code = libraries.code
        .replace(
          runtimeImport,
          (_statement, names: string) => `${wrapRuntime(runtime.code)}var ${renameVariables(names)};`,
        )
        .replace(exportList, (_statement, names: string) => `export{${[names, ...functionNames].join()}};`);
      libraries.imports = libraries.imports.filter((file) => file !== runtime.fileName);
      delete bundle[runtime.fileName];
    },
  },
});

function findChunk(chunks: readonly Rolldown.OutputChunk[], name: string): Rolldown.OutputChunk {
  const chunk = chunks.find((candidateChunk) => candidateChunk.name === name);
  if (!chunk) throw new Error(`The build has no file ${name}.`);
  return chunk;
}

const baseName = ({ fileName }: Rolldown.OutputChunk): string => fileName.replace('assets/', '');

/** The name is longer than every minified name in the file of the libraries, so no two names are equal. */
const createGlobalName = (name: string): string => `runtime_${name}`;

/** Reads the export list of a script. Returns pairs: the name of a variable in the script, and its exported name. */
const readExportedNames = (code: string): [string, string][] => readNamePairs(exportList.exec(code)?.[1] ?? '');

/** Reads `a as b,c` as pairs of names. */
const readNamePairs = (list: string): [string, string][] =>
  list.split(',').map((importText) => {
    const [source = '', target = source] = importText.split(' as ');
    return [source, target];
  });

/**
 * Wraps the code of the runtime in a function, because the file of the libraries has variables with the same short
 * names.
 */
function wrapRuntime(code: string): string {
  const exports = readExportedNames(code);
  const variables = exports.map(([, name]) => `${name}:${createGlobalName(name)}`);
  const properties = exports.map(([local, name]) => `${name}:${local}`);
  return `var{${variables.join()}}=(()=>{${code.replace(exportList, '')}return{${properties.join()}}})();`;
}

const renameImports = (list: string): string =>
  readNamePairs(list)
    .map(([name, local]) => `${createGlobalName(name)} as ${local}`)
    .join();

const renameVariables = (list: string): string =>
  readNamePairs(list)
    .map(([name, local]) => `${local}=${createGlobalName(name)}`)
    .join();
