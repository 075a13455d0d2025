import { maxPictureBytes } from '@basics/contract/brands/brands.ts';
import { readSvgTree, SvgRefused, type SvgElement } from './svg-tree.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** The allowed elements. The allowed elements cannot run scripts, animate, link, load files, or contain text, styles or bitmaps. */
const shapeElements = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const paintElements = ['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'];
const allowedElements = new Set(['svg', 'g', 'defs', 'title', 'desc', ...shapeElements, ...paintElements]);
const textElements = new Set(['title', 'desc']);
/** What drawing programs write for themselves. These elements are not shown, so they are left out. */
const inertElements = new Set(['metadata', 'style']);

/** How to export a picture without elements that are not allowed. */
const exportHints: Readonly<Record<string, string>> = {
  text: 'Convert the text to outlines.',
  image: 'Draw the bitmap as shapes.',
  use: 'Expand symbols and clones into shapes.',
  symbol: 'Expand symbols and clones into shapes.',
  filter: 'Remove shadows and other effects.',
  pattern: 'Expand the pattern into shapes.',
  switch: 'Export the picture without “Preserve Illustrator Editing Capabilities”.',
};

/** Allows numbers, colours and words. A URL does not match, because it contains other characters. */
const plainValuePattern = /^(?!.*url)[\w\s#%.,()+-]*$/isu;
/** Allows numbers, colours and words, or a reference to an element of the same picture. */
const paintServerPattern = /^(?:(?!.*url)[\w\s#%.,()+-]*|url\(#[A-Za-z][\w.-]*\))$/isu;

const geometryAttributes =
  'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform pathLength preserveAspectRatio';
const paintAttributes =
  'color opacity display visibility fill-opacity fill-rule stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity clip-rule shape-rendering vector-effect';
const otherAttributes =
  'id version role aria-hidden offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits';

const allowedAttributes = new Map<string, RegExp>([
  ...`${geometryAttributes} ${paintAttributes} ${otherAttributes}`
    .split(' ')
    .map((name): [string, RegExp] => [name, plainValuePattern]),
  ...['fill', 'stroke', 'clip-path', 'mask'].map((name): [string, RegExp] => [name, paintServerPattern]),
]);

/**
 * Attributes that drawing programs write and that do not change a picture of shapes: names of layers, fonts, accessibility and rendering
 * hints. They are left out. An attribute with a prefix is also left out, unless it can load something.
 */
const inertAttributePattern =
  /^(?:xmlns:[\w.-]+|(?!xlink:href$)[\w.-]+:[\w.-]+|data-[\w.-]+|aria-[\w-]+|font(?:-[\w-]+)?|text-[\w-]+|(?:letter|word)-spacing|color-[\w-]+|image-rendering|paint-order|overflow|enable-background|focusable|lang|space|tabindex|baseProfile|contentScriptType|contentStyleType|zoomAndPan)$/;

/**
 * Checks a picture from an administrator against the allow-lists above, and serialises it again, so that a browser gets only checked content.
 * What drawing programs add and nobody sees is left out; styles of CSS classes become attributes. Everything else is refused: throws
 * `SvgRefused` with the element, the attribute, and what to change when the picture is exported.
 */
export function acceptSvg(svg: string): string {
  requireSize(Buffer.byteLength(svg));
  const root = readSvgTree(svg);
  if (root.name !== 'svg') throw new SvgRefused('It does not begin with <svg>.');
  if (root.attributes.get('xmlns') !== namespace) throw new SvgRefused(`Its <svg> needs xmlns="${namespace}".`);
  const viewBox = root.attributes.get('viewBox') ?? computeViewBox(root.attributes);
  if (viewBox === null)
    throw new SvgRefused('Its <svg> needs a viewBox, or a width and a height, so that it can be shown in every size.');
  const attributes = new Map([...root.attributes, ['viewBox', viewBox]]);
  const picture = {
    styleRules: readStyleRules(root),
    gradients: listGradients(root),
    usedIds: listUsedIds(svg),
    written: { bytes: 0 },
  };
  const serialised = serialiseElement({ ...root, attributes }, picture, { isRoot: true });
  requireSize(Buffer.byteLength(serialised));
  return serialised;
}

function requireSize(bytes: number): void {
  if (bytes > maxPictureBytes)
    throw new SvgRefused(`It is larger than ${maxPictureBytes / 1024} KiB. Simplify its shapes.`);
}

/** The length of a unit in pixels (CSS Values 3, 5.2). A length without a unit is in pixels. */
const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** Computes the viewBox of a picture without one, as Inkscape stores it: everything is in pixels. Returns null if no size is given. */
function computeViewBox(attributes: SvgElement['attributes']): string | null {
  const [width, height] = ['width', 'height'].map((key) => {
    const [, digits, unit = ''] =
      /^(\d+(?:\.\d+)?|\.\d+)(px|pt|pc|mm|cm|in)?$/u.exec((attributes.get(key) ?? '').trim()) ?? [];
    return Number(digits) * (pixelsPerUnit[unit] ?? 1);
  });
  return width && height ? `0 0 ${width} ${height}` : null;
}

/** What an element of a picture needs of the other elements: the rules of the style sheets, and the gradients by their ids. */
type Picture = {
  styleRules: StyleRules;
  gradients: ReadonlyMap<string, SvgElement>;
  /** The ids to which elements refer. */
  usedIds: ReadonlySet<string>;
  /** The size of what is serialised so far. Styles and gradients are repeated where they are used, so that it can grow far beyond the input. */
  written: { bytes: number };
};

type Place = { isRoot?: boolean; isInGradient?: boolean };

const isGradient = (name: string): boolean => name === 'linearGradient' || name === 'radialGradient';

const listGradients = (root: SvgElement): Map<string, SvgElement> =>
  new Map(
    [root, ...root.children.flatMap((child) => [...listGradients(child).values()])].flatMap((element) => {
      const id = element.attributes.get('id');
      return isGradient(element.name) && id !== undefined ? [[id, element]] : [];
    }),
  );

function serialiseElement(
  writtenElement: SvgElement,
  picture: Picture,
  { isRoot = false, isInGradient = false }: Place = {},
): string {
  const isPaint = isGradient(writtenElement.name);
  // A gradient that is repeated in itself would never end.
  if (isPaint && isInGradient)
    throw new SvgRefused(`The element <${writtenElement.name}> in a gradient is not allowed.`);
  const element = isPaint ? completeGradient(writtenElement, picture.gradients) : writtenElement;
  const { name, children, text } = element;
  if (inertElements.has(name) || isForeign(name) || isUnusedDefinition(element, picture)) return '';
  if (!allowedElements.has(name) || (name === 'svg' && !isRoot))
    throw new SvgRefused(
      `The element <${name}> is not allowed. ${exportHints[name] ?? 'Export the picture as plain SVG that contains only shapes.'}`,
    );
  if (textElements.has(name) && children.length > 0) throw new SvgRefused(`Elements inside <${name}> are not allowed.`);
  if (!textElements.has(name) && text.trim() !== '') throw new SvgRefused(`Text inside <${name}> is not allowed.`);
  const attributes = [...resolvePresentation(element, picture.styleRules)].flatMap(([key, value]) =>
    (inertAttributePattern.test(key) && !allowedAttributes.has(key)) || isForeignId(key, value)
      ? []
      : ` ${key}="${checkAttribute(name, key, value, isRoot)}"`,
  );
  const opening = `<${name}${attributes.join('')}`;
  const ownText = textElements.has(name) ? escapeText(text.trim()) : '';
  picture.written.bytes += Buffer.byteLength(opening + ownText);
  requireSize(picture.written.bytes);
  const place = { isInGradient: isInGradient || isPaint };
  const content = ownText + children.map((child) => serialiseElement(child, picture, place)).join('');
  return content === '' ? `${opening}/>` : `${opening}>${content}</${name}>`;
}

/**
 * Returns a gradient with the attributes and the colours of the gradients to which it refers (SVG 2, 14.2): drawing programs write the colours
 * once, and refer to them. Throws `SvgRefused` if it refers to something else.
 */
function completeGradient(gradient: SvgElement, gradients: Picture['gradients']): SvgElement {
  const passedIds = new Set<string>();
  let { attributes, children } = gradient;
  for (let key = findReference(attributes); key !== undefined; key = findReference(attributes)) {
    const id = attributes.get(key)?.slice(1) ?? '';
    const template = attributes.get(key)?.startsWith('#') ? gradients.get(id) : undefined;
    if (!template || passedIds.has(id))
      throw new SvgRefused(
        `The attribute ${key} of <${gradient.name}> is not allowed, unless it names another gradient of the picture.`,
      );
    passedIds.add(id);
    const inherited = [...template.attributes].filter(([name]) => name !== 'id');
    const own = [...attributes].filter(([name]) => !referenceNames.includes(name));
    attributes = new Map([...inherited, ...own]);
    if (!children.some(({ name }) => name === 'stop')) children = template.children;
  }
  return { ...gradient, attributes, children };
}

const referenceNames = ['href', 'xlink:href'];
const findReference = (attributes: SvgElement['attributes']): string | undefined =>
  referenceNames.find((name) => attributes.has(name));

/** Elements of drawing programs, such as `sodipodi:namedview`. Nothing is shown of them. */
const foreignElementPattern = /^(?:sodipodi|inkscape|rdf|cc|dc|sketch|serif|adobe|a|i|graph|figma|xodm|corel):/;
const isForeign = (name: string): boolean => foreignElementPattern.test(name);

/** An id in other letters is the name of a layer: no element of a picture can refer to it. */
const isForeignId = (key: string, value: string): boolean => key === 'id' && !plainValuePattern.test(value);

const definitionElements = new Set(['marker', 'pattern', 'filter', 'symbol']);

/** Drawing programs leave definitions behind that nothing uses any more. A picture with a definition that is used is refused. */
const isUnusedDefinition = ({ name, attributes }: SvgElement, { usedIds }: Picture): boolean =>
  definitionElements.has(name) && !usedIds.has(attributes.get('id') ?? '');

const listUsedIds = (svg: string): Set<string> =>
  new Set(Array.from(svg.matchAll(/#([\w.-]+)/gu), ([, id = '']) => id));

/** Escapes a text for XML. Attribute values need no escaping, because their allowed characters have no special meaning in XML. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function checkAttribute(element: string, key: string, value: string, isRoot: boolean): string {
  if (key === 'xmlns' && isRoot && value === namespace) return value;
  const pattern = allowedAttributes.get(key);
  if (!pattern)
    throw new SvgRefused(
      `The attribute ${key} of <${element}> is not allowed. ${exportHints[key] ?? 'Export the picture as plain SVG.'}`,
    );
  if (!pattern.test(value)) throw new SvgRefused(`The value of the attribute ${key} of <${element}> is not allowed.`);
  return value.trim();
}

/** The declarations of each CSS class of a picture, such as `fill` and `#c62a32`, in the order of the style sheets. */
type StyleRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

const classSelector = String.raw`\.[\w-]+`;
const rulePattern = new RegExp(String.raw`\s*(${classSelector}(?:\s*,\s*${classSelector})*)\s*\{([^{}]*)\}\s*`, 'uy');
const styleHint =
  'When you export the picture, choose presentation attributes instead of CSS (in Illustrator: Styling, Presentation Attributes).';

/** Reads the rules for classes from all style sheets of a picture. Throws `SvgRefused` for every other rule. */
function readStyleRules(root: SvgElement): StyleRules {
  const rules = new Map<string, Map<string, string>>();
  for (const sheet of listStyleSheets(root)) {
    const text = sheet.replaceAll(/\/\*(?:(?!\*\/)[^])*\*\//gu, '');
    for (let position = 0; text.slice(position).trim() !== ''; position = rulePattern.lastIndex) {
      rulePattern.lastIndex = position;
      const [, selectors = '', declarations = ''] = rulePattern.exec(text) ?? [];
      if (selectors === '')
        throw new SvgRefused(`The element <style> has more than rules for CSS classes. ${styleHint}`);
      for (const selector of selectors.split(',')) {
        const className = selector.trim().slice(1);
        const known = rules.get(className) ?? new Map<string, string>();
        rules.set(className, new Map([...known, ...readDeclarations(declarations)]));
      }
    }
  }
  return rules;
}

const listStyleSheets = ({ name, children, text }: SvgElement): string[] =>
  name === 'style' ? [text] : children.flatMap(listStyleSheets);

/** CSS properties that are also presentation attributes and that change how shapes look (SVG 2, 6.6). */
const presentationProperty =
  /^(?:color|opacity|display|visibility|fill|fill-(?:opacity|rule)|stroke|stroke-(?:width|opacity|linecap|linejoin|miterlimit|dasharray|dashoffset)|stop-(?:color|opacity)|clip-(?:path|rule)|mask|shape-rendering|vector-effect)$/;
/** CSS properties that change how shapes look, but that are not allowed. */
const effectProperty =
  /^(?:filter|mix-blend-mode|marker(?:-\w+)?|transform|clip|background(?:-\w+)?|animation(?:-\w+)?)$/;

/**
 * Returns the attributes of an element with the styles of its classes and of its attribute `style`, in the order in which CSS applies them.
 * The attributes `class` and `style` themselves are left out.
 */
function resolvePresentation({ name, attributes }: SvgElement, styleRules: StyleRules): Map<string, string> {
  const resolved = new Map([...attributes].filter(([key]) => key !== 'class' && key !== 'style'));
  const classNames = new Set((attributes.get('class') ?? '').split(/\s+/u));
  const declarations = [
    ...[...styleRules].filter(([className]) => classNames.has(className)).flatMap(([, rule]) => [...rule]),
    ...readDeclarations(attributes.get('style') ?? ''),
  ];
  for (const [property, value] of declarations) {
    if (presentationProperty.test(property)) resolved.set(property, value);
    else if (/url\s*\(/iu.test(value) || (effectProperty.test(property) && !/^(?:none|normal|auto)$/u.test(value)))
      throw new SvgRefused(
        `The style ${property} of <${name}> is not allowed. Remove this effect, or export the picture as plain SVG.`,
      );
  }
  return resolved;
}

/** Reads declarations like `fill:#c62a32;stroke:none`. Throws `SvgRefused` if the text has another form. */
function readDeclarations(text: string): [property: string, value: string][] {
  return text
    .split(';')
    .filter((declaration) => declaration.trim() !== '')
    .map((declaration) => {
      const [, property, value] = /^\s*([\w-]+)\s*:\s*([^]*?)\s*$/u.exec(declaration) ?? [];
      if (property === undefined || value === undefined)
        throw new SvgRefused(`The style “${declaration.trim().slice(0, 20)}” cannot be read. ${styleHint}`);
      return [property, value];
    });
}
