/** An element of a picture; only `title` and `desc` contain text. */
export type SvgElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgElement[];
  text: string;
};

/** Why a text is not an acceptable picture; the message is for the author of the picture. */
export class SvgRefused extends Error {
  override readonly name = 'SvgRefused';
}

const maxElements = 500;
const maxDepth = 16;

const namePattern = String.raw`[A-Za-z_][\w.:-]*`;
const tokenPattern = new RegExp(
  [
    String.raw`<!--(?<comment>(?:(?!--)[^])*)-->`,
    String.raw`</(?<closes>${namePattern})\s*>`,
    String.raw`<(?<opens>${namePattern})(?<attributes>(?:\s+${namePattern}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
);
const attributePattern = new RegExp(String.raw`(${namePattern})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'gu');
/** What may precede the picture: a byte order mark, the XML declaration, white space. */
const prologue = /^\uFEFF?(?:<\?xml\s[^<>?]*\?>)?\s*/u;

/**
 * Reads the part of XML that a picture needs: elements, attributes, text and comments (XML 1.0, 5th edition). Refuses everything else, above
 * all DOCTYPE and entities, processing instructions and CDATA. Nothing is guessed or repaired.
 */
export function readSvgTree(svg: string): SvgElement {
  const root: SvgElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  let count = 0;
  for (const { groups } of readTokens(svg)) {
    const inside = open.at(-1) ?? root;
    if (groups['text'] !== undefined) inside.text += decodeEntities(groups['text']);
    if (groups['closes'] !== undefined) closeElement(open, groups['closes']);
    if (groups['opens'] === undefined) continue;
    const element = { name: groups['opens'], attributes: readAttributes(groups), children: [], text: '' };
    inside.children.push(element);
    count += 1;
    if (count > maxElements) throw new SvgRefused(`It has more than ${maxElements} elements. Simplify its shapes.`);
    if (open.length > maxDepth)
      throw new SvgRefused(`Its elements are nested more than ${maxDepth} deep. Ungroup them.`);
    if (groups['empty'] === '') open.push(element);
  }
  const [first, ...others] = root.children;
  if (open.length > 1) throw new SvgRefused(`The element <${open.at(-1)?.name}> is not closed.`);
  if (!first || others.length > 0 || root.text.trim() !== '') throw new SvgRefused('It is not one <svg> element.');
  return first;
}

type TokenGroups = Record<string, string | undefined>;

function* readTokens(svg: string): Generator<{ groups: TokenGroups }> {
  const begin = prologue.exec(svg)?.[0].length ?? 0;
  for (let at = begin; at < svg.length; at = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = at;
    const found = tokenPattern.exec(svg);
    if (!found?.groups) throw new SvgRefused(refuseAt(svg, at));
    yield { groups: found.groups };
  }
}

function refuseAt(svg: string, at: number): string {
  const here = svg.slice(at, at + 12);
  if (/^<!doctype/iu.test(here)) return 'A DOCTYPE is not taken. Export it as plain SVG.';
  if (here.startsWith('<![CDATA[')) return 'CDATA is not taken. Export it as plain SVG.';
  if (here.startsWith('<?')) return 'Processing instructions are not taken. Export it as plain SVG.';
  return `It cannot be read as SVG, from “${here.replaceAll(/\s+/gu, ' ')}” on.`;
}

function closeElement(open: SvgElement[], closing: string): void {
  if (open.length === 1 || open.at(-1)?.name !== closing)
    throw new SvgRefused(`The end </${closing}> has no beginning of its own.`);
  open.pop();
}

function readAttributes(groups: TokenGroups): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single] of (groups['attributes'] ?? '').matchAll(attributePattern)) {
    if (attributes.has(key)) throw new SvgRefused(`The attribute ${key} stands twice in <${groups['opens']}>.`);
    attributes.set(key, decodeEntities(double ?? single ?? ''));
  }
  return attributes;
}

const predefinedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Only the five predefined entities of XML; numeric character references are refused. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&([^;&]{0,12};?)/gu, (_, reference: string) => {
    const character = reference.endsWith(';') ? predefinedEntities[reference.slice(0, -1)] : undefined;
    if (character === undefined)
      throw new SvgRefused(`The entity &${reference} is not taken. Write the character itself.`);
    return character;
  });
