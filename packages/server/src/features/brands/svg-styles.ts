import { SvgRefused } from './svg-tree.ts';
import type { SvgElement } from './svg-tree.ts';

/** The declarations of each CSS class of a picture, such as `fill` and `#c62a32`, in the order of the style sheets. */
export type StyleRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

const classSelector = String.raw`\.[\w-]+`;
const rulePattern = new RegExp(String.raw`\s*(${classSelector}(?:\s*,\s*${classSelector})*)\s*\{([^{}]*)\}\s*`, 'uy');
const styleHint =
  'When you export the picture, choose presentation attributes instead of CSS (in Illustrator: Styling, Presentation Attributes).';

/** Reads the rules for classes from all style sheets of a picture. Throws `SvgRefused` for every other rule. */
export function readStyleRules(root: SvgElement): StyleRules {
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
export function resolvePresentation({ name, attributes }: SvgElement, styleRules: StyleRules): Map<string, string> {
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
