import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import styles from './markdown.module.css';
import { nodesIn, readMarkdown, safeAddress, textIn } from './markdown-tree.ts';
import type { MarkdownNode, MarkdownTree } from './markdown-tree.ts';

export type MarkdownProps = {
  text: string;
  /** The level of its highest headings: below that of the heading above it. */
  level: 2 | 3 | 4;
};

/**
 * Markdown as React elements, by a list of what is allowed: whatever is not named here is shown as the text that it is. No HTML, no
 * picture, no address but of the web and of mail.
 */
export function MarkdownContent({ text, level }: MarkdownProps) {
  const tree = useMemo(() => readMarkdown(text), [text]);
  return <div className={styles.text}>{tree.children.map((node) => show(node, knownOf(tree, level)))}</div>;
}

type Known = {
  /** Where references lead. */
  addresses: ReadonlyMap<string, string>;
  /** The levels of heading that occur, the highest first: what stands between them is closed up. */
  levels: readonly number[];
  level: number;
  depth: number;
};

function knownOf(tree: MarkdownTree, level: number): Known {
  const addresses = new Map<string, string>();
  const levels = new Set<number>();
  for (const node of nodesIn(tree)) {
    if (node.type === 'heading') levels.add(node.depth);
    // The first definition counts (CommonMark 4.7).
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url);
  }
  return { addresses, levels: [...levels].toSorted((a, b) => a - b), level, depth: 0 };
}

/** Below this many levels there is only text: no page is nested so deep on purpose, and browsers give up at some depth. */
const deepest = 40;

function show(node: MarkdownNode, known: Known): ReactNode {
  return (
    <Fragment key={node.position?.start.offset}>{known.depth > deepest ? textIn(node) : element(node, known)}</Fragment>
  );
}

function element(node: MarkdownNode, known: Known): ReactNode {
  const inside = (): ReactNode =>
    'children' in node ? node.children.map((child) => show(child, { ...known, depth: known.depth + 1 })) : null;
  switch (node.type) {
    case 'paragraph':
      return <p>{inside()}</p>;
    case 'heading':
      return <Heading level={known.level + known.levels.indexOf(node.depth)}>{inside()}</Heading>;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inside()}</ol> : <ul>{inside()}</ul>;
    case 'listItem':
      return <li>{inside()}</li>;
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'emphasis':
      return <em>{inside()}</em>;
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return <Link address={node.url}>{inside()}</Link>;
    case 'linkReference':
      return <Link address={known.addresses.get(node.identifier) ?? ''}>{inside()}</Link>;
    case 'image':
    case 'imageReference':
      return node.alt;
    case 'definition':
      return null;
    case 'text':
    case 'html':
    // What other dialects of Markdown have: our parser makes none of it.
    case 'delete':
    case 'footnoteDefinition':
    case 'footnoteReference':
    case 'table':
    case 'tableRow':
    case 'tableCell':
    case 'yaml':
      break;
  }
  return textIn(node);
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

function Heading({ level, children }: { level: number; children: ReactNode }) {
  const Tag = headings[Math.min(level, 6) - 2] ?? 'h6';
  return <Tag>{children}</Tag>;
}

/** Without an address that may be followed only its words are left. */
function Link({ address, children }: { address: string; children: ReactNode }) {
  const href = safeAddress(address);
  if (href === null) return children;
  return (
    <a href={href} rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
