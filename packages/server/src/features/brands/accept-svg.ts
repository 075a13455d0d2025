import { mostPictureBytes } from '@basics/contract/brands.ts';
import { readSvgTree, SvgRefused } from './svg-tree.ts';
import type { SvgElement } from './svg-tree.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** The allowed elements. None can run scripts, animate, link, load, or contain text, style or bitmaps. */
const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const paints = ['linearGradient', 'radialGradient', 'stop', 'clipPath'];
const elements = new Set(['svg', 'g', 'defs', 'title', 'desc', ...shapes, ...paints]);
const withText = new Set(['title', 'desc']);

/** Numbers, colours and words; a URL cannot be written with these characters. */
const plain = /^(?!.*url)[\w\s#%.,()+-]*$/isu;
/** The same, or a reference to an element of the same picture. */
const paintServer = /^(?:(?!.*url)[\w\s#%.,()+-]*|url\(#[A-Za-z][\w.-]*\))$/isu;

const geometry =
  'viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform pathLength preserveAspectRatio';
const paint =
  'color opacity fill-opacity fill-rule stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity clip-rule shape-rendering vector-effect';
const others = 'id version role aria-hidden offset gradientUnits gradientTransform spreadMethod clipPathUnits';

const attributes = new Map<string, RegExp>([
  ...`${geometry} ${paint} ${others}`.split(' ').map((name): [string, RegExp] => [name, plain]),
  ...['fill', 'stroke', 'clip-path'].map((name): [string, RegExp] => [name, paintServer]),
]);

/**
 * Checks a picture from an administrator against the allow-lists above and serialises it again, so that a browser gets only what was checked.
 * Throws `SvgRefused` with the reason; nothing is repaired.
 */
export function acceptSvg(svg: string): string {
  if (Buffer.byteLength(svg) > mostPictureBytes)
    throw new SvgRefused(`It is larger than ${mostPictureBytes / 1024} KiB. Simplify its shapes.`);
  const root = readSvgTree(svg);
  if (root.name !== 'svg') throw new SvgRefused('It does not begin with <svg>.');
  if (root.attributes.get('xmlns') !== namespace) throw new SvgRefused(`Its <svg> needs xmlns="${namespace}".`);
  if (!root.attributes.has('viewBox')) throw new SvgRefused('Its <svg> needs a viewBox, to be shown in every size.');
  const written = textOf(root, true);
  if (Buffer.byteLength(written) > mostPictureBytes)
    throw new SvgRefused(`It is larger than ${mostPictureBytes / 1024} KiB. Simplify its shapes.`);
  return written;
}

function textOf(element: SvgElement, isRoot = false): string {
  const { name, children, text } = element;
  if (!elements.has(name) || (name === 'svg' && !isRoot))
    throw new SvgRefused(`The element <${name}> is not taken. Export it as plain SVG, with shapes alone.`);
  if (withText.has(name) && children.length > 0) throw new SvgRefused(`Elements inside of <${name}> are not taken.`);
  if (!withText.has(name) && text.trim() !== '') throw new SvgRefused(`Text inside of <${name}> is not taken.`);
  const said = [...element.attributes].map(([key, value]) => ` ${key}="${valueOf(name, key, value, isRoot)}"`);
  const inside = withText.has(name) ? escaped(text.trim()) : children.map((child) => textOf(child)).join('');
  return inside === '' ? `<${name}${said.join('')}/>` : `<${name}${said.join('')}>${inside}</${name}>`;
}

/** Attribute values need no escaping: the allowed characters have no meaning in XML. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function valueOf(element: string, key: string, value: string, isRoot: boolean): string {
  if (key === 'xmlns' && isRoot && value === namespace) return value;
  const form = attributes.get(key);
  if (!form) throw new SvgRefused(`The attribute ${key} of <${element}> is not taken. Export it as plain SVG.`);
  if (!form.test(value)) throw new SvgRefused(`The attribute ${key} of <${element}> has a value that is not taken.`);
  return value.trim();
}
