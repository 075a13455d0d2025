import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../scripts/root.mjs';

// A browser that translates a page replaces its text nodes, and React keeps the former nodes. React can then neither insert an element before
// such a text, nor remove the text, nor change it. A text that is the only child of its element has none of these problems, because React
// sets the text of the element (docs/decisions/0164-translated-pages.md).

/** Components that do not exist. In each line of `faultyLines`, the checks must find one fault, and in the other lines none. */
const plantedFile = 'src/planted.tsx';
const faultyLines = [
  'export const Busy = (p: Props) => <button>{p.busy && <i />}{texts.save}</button>;',
  'export const Label = (p: Props) => <button>{p.icon}{p.children}</button>;',
  'export const Either = (p: Props) => <p>{p.busy ? <i /> : <b />}{p.name}</p>;',
  'export const Optional = (p: Props) => <p><b />{p.busy && texts.save}</p>;',
  'export const Sentence = (p: Props) => <p>{p.name} {texts.save}</p>;',
  'export const Space = (p: Props) => <p>{p.name}{" "}</p>;',
  'export const Fixed = (p: Props) => <p>: {p.busy && <i />}</p>;',
  'export const Part = (p: Props) => <>{p.name}</>;',
  'export const Keyed = () => <Fragment key="1">{texts.save}</Fragment>;',
  'export const Names = (p: Props) => <p>{[p.name].map((name) => name)}</p>;',
  'export const Rows = (p: Props) => <p>{texts.save}{[p.name].map(() => <i />)}</p>;',
  'export const Bare = (p: Props) => p.name;',
  'export function Through(p: Props) { return p.busy ? <i /> : p.children; }',
  'export const Waiting = (p: Props) => <Suspense fallback={p.busy && p.name}><i /></Suspense>;',
  'export const Loading = () => <Suspense fallback="Loading"><i /></Suspense>;',
  'export const Given = (p: Props) => <Fragment children={p.children} />;',
  'export const Provided = (p: Props) => <Suffix value="1">{p.children}</Suffix>;',
  'export const Placed = (p: Props) => createPortal(p.name, document.body);',
  'export class Boundary extends Component<Props> { override render() { return this.props.children; } }',
];
const correctLines = [
  'export const Alone = (p: Props) => <p>{p.busy ? p.name : texts.save}</p>;',
  'export const Own = (p: Props) => <button>{p.busy && <i />}<span>{p.children}</span></button>;',
  'export const Template = (p: Props) => <p>{`${p.name} ${texts.save}`}</p>;',
  'export const Constant = () => <p>{texts.save} <a href="/">{texts.save}</a></p>;',
  'export const Slots = (p: Props) => <p>{p.icon} {p.busy && <i />}</p>;',
  'export const Placeholder = (p: Props) => <Suspense fallback={p.busy && <p>{p.name}</p>}>{p.icon}</Suspense>;',
  'export const PlacedElement = (p: Props) => createPortal(<p>{p.name}</p>, document.body);',
  'export class Icon extends Component<Props> { override render() { return this.props.icon; } }',
  'export const format = (p: Props) => p.name;',
];
const plantedText = `import { Component, createContext, Fragment, Suspense } from 'react';
import { createPortal } from 'react-dom';
import type { ReactElement, ReactNode } from 'react';
type Props = { busy: boolean; name: string; icon: ReactElement | null; children: ReactNode };
const texts = { save: 'Save' };
const Suffix = createContext('');
${[...faultyLines, ...correctLines].join('\n')}
`;

/** A line with a bare text. */
type Finding = { file: string; line: number; text: string };

/** Finds the bare texts in the components of the portal and in the planted components. */
function findBareTexts(): Finding[] {
  const folder = path.join(root, 'packages/portal');
  const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const plantedPath = path.posix.join(folder.replaceAll('\\', '/'), plantedFile);
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === plantedPath
      ? ts.createSourceFile(name, plantedText, ts.ScriptTarget.Latest, true)
      : readSource(name, ...rest);
  const components = fileNames.filter((name) => /^(?!.*(\.test\.|\/testing\/|\/dev-ui\/)).*\.tsx$/.test(name));
  const program = ts.createProgram([...components, plantedPath], options, host);
  const checker = program.getTypeChecker();
  const findings: Finding[] = [];
  for (const file of [...components, plantedPath]) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`The compiler did not read ${file}.`);
    const sourceLines = source.text.split('\n');
    const visit = (node: ts.Node): void => {
      if (hasBareText(node, checker) || isBareTextOfProp(node, checker) || isComponentWithText(node, checker)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        findings.push({ file: path.relative(folder, file), line: line + 1, text: sourceLines[line]?.trim() ?? '' });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return findings;
}

/** `space` is a text of spaces, which browsers do not translate. `element` is always there, and `optional` comes and goes. */
type ChildKind = 'space' | 'constant text' | 'text' | 'texts' | 'element' | 'optional';

/**
 * Returns whether an element has a text beside another child, unless the text and the other children never change. The text of a fragment is
 * never allowed, because the children beside it are in another component.
 */
function hasBareText(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return false;
  const kinds = node.children.flatMap((child) => findKind(child, checker));
  if (!kinds.some((kind) => kind.includes('text'))) return false;
  if (ts.isJsxFragment(node) || isFragment(node.openingElement, checker) || kinds.includes('texts')) return true;
  return kinds.length > 1 && (kinds.includes('text') || kinds.includes('optional'));
}

function findKind(child: ts.JsxChild, checker: ts.TypeChecker): ChildKind[] {
  if (ts.isJsxText(child)) {
    if (child.containsOnlyTriviaWhiteSpaces) return [];
    return [child.text.trim() === '' ? 'space' : 'constant text'];
  }
  if (!ts.isJsxExpression(child)) return ['element'];
  const { expression } = child;
  if (!expression) return [];
  if (ts.isStringLiteralLike(expression)) return [expression.text.trim() === '' ? 'space' : 'constant text'];
  const type = checker.getTypeAtLocation(expression);
  if (isText(type, checker)) {
    if (checker.isArrayLikeType(type)) return ['texts'];
    return [isConstant(expression, checker) ? 'constant text' : 'text'];
  }
  return [isOptional(type, checker) ? 'optional' : 'element'];
}

/** The elements of React that create no element of the page. The text of the portal's own such components is a type error (ui/layout/layout.tsx). */
const isFragment = ({ tagName }: ts.JsxOpeningLikeElement, checker: ts.TypeChecker): boolean =>
  /^(Fragment|Suspense)$/.test(tagName.getText()) || checker.getTypeAtLocation(tagName).symbol?.name === 'Context';

/** Returns whether a node gives a text to React as the prop of a fragment, such as the placeholder of `Suspense`, or to `createPortal`. */
function isBareTextOfProp(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isCallExpression(node) && node.expression.getText() === 'createPortal')
    return node.arguments.slice(0, 1).some((content) => isText(checker.getTypeAtLocation(content), checker));
  if (!ts.isJsxAttribute(node) || !/^(fallback|children)$/.test(node.name.getText())) return false;
  const { initializer } = node;
  const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer;
  return (
    isFragment(node.parent.parent, checker) && value !== undefined && isText(checker.getTypeAtLocation(value), checker)
  );
}

const textFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.TypeParameter;

/** Returns whether a value of a type can be a text or a list of texts. React shows nothing for an empty text. */
function isText(type: ts.Type, checker: ts.TypeChecker, outerTypes: readonly ts.Type[] = []): boolean {
  if (outerTypes.includes(type) || (type.isStringLiteral() && type.value === '')) return false;
  const isInnerText = (innerType: ts.Type): boolean => isText(innerType, checker, [...outerTypes, type]);
  if (type.isUnionOrIntersection()) return type.types.some(isInnerText);
  const itemType = checker.isArrayLikeType(type) && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  return itemType ? isInnerText(itemType) : (type.flags & textFlags) !== 0;
}

const optionalFlags = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike | ts.TypeFlags.StringLike;

/** Returns whether elements of a type come and go: a list, or a type to which also a value belongs for which React shows nothing. */
const isOptional = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  checker.isArrayLikeType(type) ||
  (type.isUnion() ? type.types.some((part) => isOptional(part, checker)) : (type.flags & optionalFlags) !== 0);

/** Returns whether an expression is a text of the catalogue, such as `texts.form.title`, or of another constant of a module. */
function isConstant(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isPropertyAccessExpression(expression)) return isConstant(expression.expression, checker);
  const declaration = checker.getSymbolAtLocation(expression)?.declarations?.[0];
  if (!ts.isIdentifier(expression) || !declaration) return false;
  return (
    ts.isImportSpecifier(declaration) ||
    (ts.isVariableDeclaration(declaration) && ts.isSourceFile(declaration.parent.parent.parent))
  );
}

/** Returns whether a function is a component, whose name begins with a capital letter or is `render`, and returns a text. */
function isComponentWithText(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node) && !ts.isMethodDeclaration(node)) return false;
  const name = ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name;
  if (name === undefined || !/^(\p{Lu}|render$)/u.test(name.getText())) return false;
  const signature = checker.getSignatureFromDeclaration(node);
  return signature !== undefined && isText(signature.getReturnType(), checker);
}

// The compiler needs some seconds for the components, so both tests use the same result.
const findings = findBareTexts();

test('no component of the portal has a text that a translated page would keep, or because of which React would fail', () => {
  expect(findings.filter(({ file }) => file !== plantedFile)).toEqual([]);
});

test('the check finds each planted bare text, and no text that has an element of its own', () => {
  const plantedFindings = findings.filter(({ file }) => file === plantedFile);
  expect(plantedFindings.map(({ text }) => text)).toEqual(faultyLines);
});
