import { Fragment, useMemo, type ReactElement, type ReactNode } from 'react';
import styles from './markdown.module.css';
import { fromMarkdown } from 'mdast-util-from-markdown';

export type MarkdownProps = {
  text: string;
  /** The level of the highest headings: one below the heading above this text. */
  level: 2 | 3 | 4;
};

/**
 * Renders Markdown as React elements from a list of allowed nodes; any other node is shown as its source text. HTML and images are not
 * allowed, and links only to http, https and mailto addresses.
 */
export function MarkdownContent({ text, level }: MarkdownProps) {
  const tree = useMemo(() => readMarkdown(text), [text]);
  return (
    <div className={styles.text}>
      {tree.children.map((node) => renderNode(node, findAddressesAndLevels(tree, level)))}
    </div>
  );
}

type MarkdownContext = {
  /** The addresses of reference definitions, by identifier. */
  addresses: ReadonlyMap<string, string>;
  /** The heading levels that the text uses, highest first, without the levels that it does not use. */
  levels: readonly number[];
  level: number;
  depth: number;
};

function findAddressesAndLevels(tree: MarkdownTree, level: number): MarkdownContext {
  const addresses = new Map<string, string>();
  const levels = new Set<number>();
  for (const node of listNodes(tree)) {
    if (node.type === 'heading') levels.add(node.depth);
    // If a reference has several definitions, the first one is used (CommonMark 4.7).
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url);
  }
  return { addresses, levels: [...levels].toSorted((a, b) => a - b), level, depth: 0 };
}

/**
 * The maximum depth of nested elements. A node that is nested deeper is rendered as plain text, because browsers limit the depth of a
 * document.
 */
const maxDepth = 40;

function renderNode(node: MarkdownNode, context: MarkdownContext): ReactElement {
  const content = context.depth > maxDepth ? readText(node) : renderElement(node, context);
  const key = node.position?.start.offset;
  return typeof content === 'string' ? <span key={key}>{content}</span> : <Fragment key={key}>{content}</Fragment>;
}

type Content = ReactElement | readonly ReactElement[] | string | null | undefined;

function renderElement(node: MarkdownNode, context: MarkdownContext): Content {
  const renderChildren = (): Content => {
    if (!('children' in node)) return null;
    const [firstChild] = node.children;
    if (node.children.length === 1 && firstChild?.type === 'text') return firstChild.value;
    return node.children.map((child) => renderNode(child, { ...context, depth: context.depth + 1 }));
  };
  switch (node.type) {
    case 'paragraph':
      return <p>{renderChildren()}</p>;
    case 'heading':
      return (
        <LeveledHeading level={context.level + context.levels.indexOf(node.depth)}>{renderChildren()}</LeveledHeading>
      );
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{renderChildren()}</ol> : <ul>{renderChildren()}</ul>;
    case 'listItem':
      return <li>{renderChildren()}</li>;
    case 'blockquote':
      return <blockquote>{renderChildren()}</blockquote>;
    case 'code':
      return (
        <pre>
          <code translate="no">{node.value}</code>
        </pre>
      );
    case 'inlineCode':
      return <code translate="no">{node.value}</code>;
    case 'emphasis':
      return <em>{renderChildren()}</em>;
    case 'strong':
      return <strong>{renderChildren()}</strong>;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return <SafeLink url={node.url}>{renderChildren()}</SafeLink>;
    case 'linkReference':
      return <SafeLink url={context.addresses.get(node.identifier) ?? ''}>{renderChildren()}</SafeLink>;
    case 'image':
    case 'imageReference':
      return node.alt;
    case 'definition':
      return null;
    case 'text':
    case 'html':
    // `delete` and the types below it are from other Markdown dialects; our parser does not create them.
    case 'delete':
    case 'footnoteDefinition':
    case 'footnoteReference':
    case 'table':
    case 'tableRow':
    case 'tableCell':
    case 'yaml':
      break;
  }
  return readText(node);
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

function LeveledHeading({ level, children }: { level: number; children: ReactNode }) {
  const Tag = headings[Math.min(level, 6) - 2] ?? 'h6';
  return <Tag>{children}</Tag>;
}

/** A link with an address that is not allowed is shown as its text. */
function SafeLink({ url, children }: { url: string; children: ReactNode }) {
  const href = findSafeAddress(url);
  if (href === null) return <span>{children}</span>;
  return (
    <a href={href} rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

type MarkdownTree = ReturnType<typeof fromMarkdown>;
type MarkdownNode = MarkdownTree['children'][number];

/** Parses Markdown (CommonMark 0.31) into a tree. HTML in the Markdown becomes a node of its own type, with its source as text. */
export const readMarkdown = (text: string): MarkdownTree =>
  fromMarkdown(escapeDenseBlocks(text.replaceAll(deepMarkers, '$1')));

/**
 * Shows the markers of emphasis and links as they are in blocks that consist of little else. The time of the parser grows with the square of
 * their number in one block: 20,000 characters would hold the browser for seconds.
 */
function escapeDenseBlocks(text: string): string {
  if ((text.match(inlineMarkers)?.length ?? 0) <= maxMarkers) return text;
  return text
    .split(/(\n[ \t]*\n)/)
    .map((block) =>
      (block.match(inlineMarkers)?.length ?? 0) > maxMarkers / 10 ? block.replaceAll(inlineMarkers, '\\$&') : block,
    )
    .join('');
}

const inlineMarkers = /[*_[\]]/g;
const maxMarkers = 2000;

/**
 * Matches a line that begins with more than twelve quote and list markers; `$1` is the line without the markers after the twelfth. The parser
 * would need 20 s for a line with ten thousand markers, and no real text is nested so deep.
 */
const marker = String.raw`(?:>[ \t]*|(?:[*+-]|\d{1,9}[.)])[ \t]+)`;
const deepMarkers = new RegExp(`^([ \\t]*(?:${marker}){12})(?:${marker})+`, 'gm');

const schemes = ['http:', 'https:', 'mailto:'];

/**
 * Returns the address of a link as the browser parses it. Returns null if the scheme is not http, https or mailto, or if the address
 * contains a user name, because a user name can look like the host.
 */
export function findSafeAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  return schemes.includes(protocol) && username === '' && password === '' ? href : null;
}

/** Lists all nodes below a node. The function is not recursive, because a tree can be deeper than the call stack. */
function* listNodes(tree: MarkdownTree | MarkdownNode): Generator<MarkdownNode> {
  const remainingNodes: MarkdownNode[] = 'children' in tree ? tree.children.toReversed() : [];
  for (let node = remainingNodes.pop(); node !== undefined; node = remainingNodes.pop()) {
    yield node;
    if ('children' in node) remainingNodes.push(...node.children.toReversed());
  }
}

/** Returns the text of a node and of all nodes below it. */
export const readText = (node: MarkdownNode): string =>
  [node, ...listNodes(node)].map((textNode) => ('value' in textNode ? textNode.value : '')).join('');
