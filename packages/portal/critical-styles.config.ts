import { parse } from 'postcss';
import type { AtRule, Rule } from 'postcss';

/** The rules of a style sheet that apply to this HTML: enough to show it as it will be, and a fourth of the whole. */
export function criticalStyles(style: string, html: string): string {
  const root = parse(style);
  const present = namesIn(html);
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    const kept = rule.selectors.filter((selector) => mayMatch(selector, present));
    if (kept.length === 0) rule.remove();
    else rule.selectors = kept;
  });
  const used = root.toString();
  root.walkAtRules((at) => {
    if (isUnused(at, used)) at.remove();
  });
  root.walkAtRules((at) => {
    if (at.nodes?.length === 0) at.remove();
  });
  return root.toString();
}

type Present = { classes: ReadonlySet<string>; elements: ReadonlySet<string> };

const namesIn = (html: string): Present => ({
  classes: new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))),
  elements: new Set(['html', 'body', ...[...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name)]),
});

const isKeyframe = ({ parent }: Rule): boolean =>
  parent?.type === 'atrule' && 'name' in parent && parent.name === 'keyframes';

const isUnused = ({ name, params }: AtRule, used: string): boolean =>
  name === 'keyframes' && !new RegExp(String.raw`animation[^;}]*\b${params}\b`).test(used);

/** Whether all classes of the selector are in the HTML; without classes, whether all its elements are. */
function mayMatch(selector: string, { classes, elements }: Present): boolean {
  const named = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
  if (named.length > 0) return named.every((name) => classes.has(name));
  const plain = selector.replaceAll(/\[[^\]]*\]|::?[\w-]+(\([^)]*\))?/g, '');
  return [...plain.matchAll(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g)].every(([, name = '']) => elements.has(name));
}
