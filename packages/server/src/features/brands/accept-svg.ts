import { maxPictureBytes } from '@basics/contract/brands.ts';
import { readSvgTree, SvgRefused } from './svg-tree.ts';
import type { SvgElement } from './svg-tree.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** The allowed elements. The allowed elements cannot run scripts, animate, link, load files, or contain text, styles or bitmaps. */
const shapeElements = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const paintElements = ['linearGradient', 'radialGradient', 'stop', 'clipPath'];
const allowedElements = new Set(['svg', 'g', 'defs', 'title', 'desc', ...shapeElements, ...paintElements]);
const textElements = new Set(['title', 'desc']);

/** Allows numbers, colours and words. A URL does not match, because it contains other characters. */
const plainValuePattern = /^(?!.*url)[\w\s#%.,()+-]*$/isu;
/** Allows numbers, colours and words, or a reference to an element of the same picture. */
const paintServerPattern = /^(?:(?!.*url)[\w\s#%.,()+-]*|url\(#[A-Za-z][\w.-]*\))$/isu;

const geometryAttributes =
  'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform pathLength preserveAspectRatio';
const paintAttributes =
  'color opacity fill-opacity fill-rule stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity clip-rule shape-rendering vector-effect';
const otherAttributes = 'id version role aria-hidden offset gradientUnits gradientTransform spreadMethod clipPathUnits';

const allowedAttributes = new Map<string, RegExp>([
  ...`${geometryAttributes} ${paintAttributes} ${otherAttributes}`
    .split(' ')
    .map((name): [string, RegExp] => [name, plainValuePattern]),
  ...['fill', 'stroke', 'clip-path'].map((name): [string, RegExp] => [name, paintServerPattern]),
]);

/**
 * Checks a picture from an administrator against the allow-lists above, and serialises it again, so that a browser gets only checked content.
 * Throws `SvgRefused` with the reason. Nothing is repaired.
 */
export function acceptSvg(svg: string): string {
  if (Buffer.byteLength(svg) > maxPictureBytes)
    throw new SvgRefused(`It is larger than ${maxPictureBytes / 1024} KiB. Simplify its shapes.`);
  const root = readSvgTree(svg);
  if (root.name !== 'svg') throw new SvgRefused('It does not begin with <svg>.');
  if (root.attributes.get('xmlns') !== namespace) throw new SvgRefused(`Its <svg> needs xmlns="${namespace}".`);
  if (!root.attributes.has('viewBox'))
    throw new SvgRefused('Its <svg> needs a viewBox, so that it can be shown in every size.');
  const serialised = serialiseElement(root, true);
  if (Buffer.byteLength(serialised) > maxPictureBytes)
    throw new SvgRefused(`It is larger than ${maxPictureBytes / 1024} KiB. Simplify its shapes.`);
  return serialised;
}

function serialiseElement(element: SvgElement, isRoot = false): string {
  const { name, children, text } = element;
  if (!allowedElements.has(name) || (name === 'svg' && !isRoot))
    throw new SvgRefused(
      `The element <${name}> is not allowed. Export the picture as plain SVG that contains only shapes.`,
    );
  if (textElements.has(name) && children.length > 0) throw new SvgRefused(`Elements inside <${name}> are not allowed.`);
  if (!textElements.has(name) && text.trim() !== '') throw new SvgRefused(`Text inside <${name}> is not allowed.`);
  const attributes = [...element.attributes].map(
    ([key, value]) => ` ${key}="${checkAttribute(name, key, value, isRoot)}"`,
  );
  const content = textElements.has(name)
    ? escapeText(text.trim())
    : children.map((child) => serialiseElement(child)).join('');
  return content === '' ? `<${name}${attributes.join('')}/>` : `<${name}${attributes.join('')}>${content}</${name}>`;
}

/** Escapes a text for XML. Attribute values need no escaping, because their allowed characters have no special meaning in XML. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function checkAttribute(element: string, key: string, value: string, isRoot: boolean): string {
  if (key === 'xmlns' && isRoot && value === namespace) return value;
  const pattern = allowedAttributes.get(key);
  if (!pattern)
    throw new SvgRefused(`The attribute ${key} of <${element}> is not allowed. Export the picture as plain SVG.`);
  if (!pattern.test(value)) throw new SvgRefused(`The value of the attribute ${key} of <${element}> is not allowed.`);
  return value.trim();
}
