import { fromMarkdown } from 'mdast-util-from-markdown';

export type MarkdownTree = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownTree['children'][number];

/** Reads Markdown (CommonMark 0.31) as a tree. Nothing in it is HTML: what looks like it is a text of its own kind. */
export const readMarkdown = (text: string): MarkdownTree => fromMarkdown(text.replaceAll(tooDeep, '$1'));

/**
 * A line that begins with more than a dozen marks of quotations and lists, without what is beyond the dozen: the parser takes twenty
 * seconds for a line of ten thousand, and nobody has ever nested that deep on purpose.
 */
const mark = String.raw`(?:>[ \t]*|(?:[*+-]|\d{1,9}[.)])[ \t]+)`;
const tooDeep = new RegExp(`^([ \\t]*(?:${mark}){12})(?:${mark})+`, 'gm');

const schemes = ['http:', 'https:', 'mailto:'];

/**
 * Where a link may lead, as the browser understands it; null for anything but the web and mail, also in disguise, and for an
 * address that carries a name before its host, which is made to look like another one.
 */
export function safeAddress(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, href } = new URL(url);
  return schemes.includes(protocol) && username === '' && password === '' ? href : null;
}

/** All nodes below one, without recursion: a tree can be deeper than the stack. */
export function* nodesIn(tree: MarkdownTree | MarkdownNode): Generator<MarkdownNode> {
  const left: MarkdownNode[] = 'children' in tree ? tree.children.toReversed() : [];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    yield node;
    if ('children' in node) left.push(...node.children.toReversed());
  }
}

/** The words of a node and of all below it. */
export const textIn = (node: MarkdownNode): string =>
  [node, ...nodesIn(node)].map((each) => ('value' in each ? each.value : '')).join('');
