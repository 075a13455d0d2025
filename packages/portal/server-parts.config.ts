import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/**
 * Removes from the API contract what only the server reads: from each call its documentation, its access, and the schemas of its params and
 * reply, because the portal trusts the replies of its server. The bundler then removes the schemas that nothing else uses. Without these
 * parts, the scripts of a page are 2 to 5 KiB smaller.
 */
export const removeServerParts = (): Plugin => ({
  name: 'without-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/contract\/src\/.+\.ts$/ },
    handler: (code, id) => ({ code: removeUnusedImports(applyEdits(code, findEdits(code, id))), map: null }),
  },
});

/** A part of the code, and the text that replaces it. */
type Edit = { start: number; end: number; text: string };

function findEdits(code: string, id: string): Edit[] {
  const edits: Edit[] = [];
  const { program } = parseSync(id, code);
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || declared?.type !== 'ObjectExpression') return;
      for (const property of declared.properties)
        if (isServerPart(property)) edits.push({ ...findWithComma(code, property), text: '' });
    },
  }).visit(program);
  for (const { start, end } of program.body.flatMap(listCreatedConstants))
    edits.push({ start, end: start, text: '/* @__PURE__ */ (() => ' }, { start: end, end, text: ')()' });
  return edits;
}

const serverProperties = ['name', 'summary', 'access', 'openDuringSecondFactorSetup', 'params', 'record', 'problems'];

/** A reply that is null or a file stays, because it tells the portal how to read the response. */
function isServerPart(property: ESTree.ObjectPropertyKind): boolean {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return false;
  const { key, value } = property;
  if (key.name !== 'reply') return serverProperties.includes(key.name);
  return value.type !== 'Literal' && !(value.type === 'Identifier' && ['binary', 'csv'].includes(value.name));
}

const findWithComma = (code: string, { start, end }: ESTree.Span) => ({
  start,
  end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0),
});

/**
 * Returns the values of the constants of a module that a call creates, such as schemas. The bundler would keep an unused schema that contains
 * the fields of another one (`...fields`), because to copy fields can have an effect in general.
 */
function listCreatedConstants(statement: ESTree.Directive | ESTree.Statement): ESTree.Span[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
}

const applyEdits = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`, code);

/** Removes the imports that only removed parts used, because assign-chunks.ts counts imports. */
const removeUnusedImports = (code: string): string =>
  code.replaceAll(/^import \{([^}]+)\} from ('.+';)$/gm, (_, names: string, source: string) => {
    const usedNames = names.split(',').filter((name) => {
      const [localName = ''] = name.trim().split(' ').slice(-1);
      return code.split(new RegExp(`\\b${localName}\\b`)).length > 2;
    });
    return usedNames.length > 0 ? `import {${usedNames.join()}} from ${source}` : '';
  });
