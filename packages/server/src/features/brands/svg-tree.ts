/** An element of a picture; only `title`, `desc` and `style` contain text. */
export type SvgElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgElement[];
  text: string;
};

/** Thrown if a text is not an acceptable picture. The message is for the author of the picture. */
export class SvgRefused extends Error {
  override readonly name = 'SvgRefused';
}

const maxElements = 500;
const maxDepth = 16;

const namePattern = String.raw`[A-Za-z_][\w.:-]*`;
const tokenPattern = new RegExp(
  [
    String.raw`<!--(?<comment>(?:(?!--)[^])*)-->`,
    String.raw`<!\[CDATA\[(?<cdata>(?:(?!\]\]>)[^])*)\]\]>`,
    String.raw`<!DOCTYPE\s(?<doctype>[^<>[\]]*)>`,
    String.raw`</(?<closes>${namePattern})\s*>`,
    String.raw`<(?<opens>${namePattern})(?<attributes>(?:\s+${namePattern}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
);
const attributePattern = new RegExp(String.raw`(${namePattern})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'gu');
/** A picture may begin with a byte order mark, the XML declaration and white space. */
const prologue = /^\uFEFF?(?:<\?xml\s[^<>?]*\?>)?\s*/u;

/**
 * Reads the part of XML that a picture needs: elements, attributes, text, comments, CDATA in a style sheet, and a DOCTYPE before the picture
 * that declares nothing (XML 1.0, 5th edition). Refuses everything else, such as entities and processing instructions. A text with an error
 * is refused and never repaired.
 */
export function readSvgTree(svg: string): SvgElement {
  const root: SvgElement = { name: '', attributes: new Map(), children: [], text: '' };
  const openElements = [root];
  let elementCount = 0;
  for (const { groups } of readTokens(svg)) {
    const parent = openElements.at(-1) ?? root;
    if (groups['text'] !== undefined) parent.text += decodeEntities(groups['text']);
    if (groups['cdata'] !== undefined) parent.text += acceptStyle(parent, groups['cdata']);
    if (groups['doctype'] !== undefined && parent.children.length + openElements.length > 1)
      throw new SvgRefused('A DOCTYPE is allowed only before the picture.');
    if (groups['closes'] !== undefined) closeElement(openElements, groups['closes']);
    if (groups['opens'] === undefined) continue;
    const element = { name: groups['opens'], attributes: readAttributes(groups), children: [], text: '' };
    parent.children.push(element);
    elementCount += 1;
    if (elementCount > maxElements)
      throw new SvgRefused(`It has more than ${maxElements} elements. Simplify its shapes.`);
    if (openElements.length > maxDepth)
      throw new SvgRefused(`Its elements are nested more than ${maxDepth} deep. Ungroup them.`);
    if (groups['empty'] === '') openElements.push(element);
  }
  const [first, ...others] = root.children;
  if (openElements.length > 1) throw new SvgRefused(`The element <${openElements.at(-1)?.name}> is not closed.`);
  if (!first || others.length > 0 || root.text.trim() !== '') throw new SvgRefused('It is not one <svg> element.');
  return first;
}

/** The named groups of a match of `tokenPattern`. */
type TokenGroups = Record<string, string | undefined>;

function* readTokens(svg: string): Generator<{ groups: TokenGroups }> {
  const startPosition = prologue.exec(svg)?.[0].length ?? 0;
  for (let position = startPosition; position < svg.length; position = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = position;
    const tokenMatch = tokenPattern.exec(svg);
    if (!tokenMatch?.groups) throw new SvgRefused(explainError(svg, position));
    yield { groups: tokenMatch.groups };
  }
}

function acceptStyle({ name }: SvgElement, text: string): string {
  if (name !== 'style') throw new SvgRefused(`CDATA inside <${name}> is not allowed. Export the picture as plain SVG.`);
  return text;
}

function explainError(svg: string, position: number): string {
  const excerpt = svg.slice(position, position + 12);
  if (/^<!doctype/iu.test(excerpt))
    return 'A DOCTYPE with declarations is not allowed. Export the picture as plain SVG (in Illustrator: without “Preserve Illustrator Editing Capabilities”).';
  if (excerpt.startsWith('<?')) return 'Processing instructions are not allowed. Export the picture as plain SVG.';
  return `It cannot be read as SVG. The first error is at “${excerpt.replaceAll(/\s+/gu, ' ')}”.`;
}

function closeElement(openElements: SvgElement[], name: string): void {
  if (openElements.length === 1 || openElements.at(-1)?.name !== name)
    throw new SvgRefused(`The end </${name}> has no beginning.`);
  openElements.pop();
}

function readAttributes(groups: TokenGroups): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = '', doubleQuoted, singleQuoted] of (groups['attributes'] ?? '').matchAll(attributePattern)) {
    if (attributes.has(key)) throw new SvgRefused(`The attribute ${key} appears twice in <${groups['opens']}>.`);
    attributes.set(key, decodeEntities(doubleQuoted ?? singleQuoted ?? ''));
  }
  return attributes;
}

const predefinedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces the five predefined entities of XML. All other entities, and numeric character references, are refused. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&([^;&]{0,12};?)/gu, (_, reference: string) => {
    const character = reference.endsWith(';') ? predefinedEntities[reference.slice(0, -1)] : undefined;
    if (character === undefined)
      throw new SvgRefused(`The entity &${reference} is not allowed. Write the character itself.`);
    return character;
  });
