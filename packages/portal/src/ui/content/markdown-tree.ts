import { fromMarkdown } from 'mdast-util-from-markdown';

export type MarkdownTree = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownTree['children'][number];

/** Parses Markdown (CommonMark 0.31) into a tree. HTML in the Markdown becomes a node of its own type, with its source as text. */
export const readMarkdown = (text: string): MarkdownTree => fromMarkdown(text.replaceAll(deepMarkers, '$1'));

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
export function* listNodes(tree: MarkdownTree | MarkdownNode): Generator<MarkdownNode> {
  const remainingNodes: MarkdownNode[] = 'children' in tree ? tree.children.toReversed() : [];
  for (let node = remainingNodes.pop(); node !== undefined; node = remainingNodes.pop()) {
    yield node;
    if ('children' in node) remainingNodes.push(...node.children.toReversed());
  }
}

/** Returns the text of a node and of all nodes below it. */
export const readText = (node: MarkdownNode): string =>
  [node, ...listNodes(node)].map((textNode) => ('value' in textNode ? textNode.value : '')).join('');
