import { createElement, type ReactElement, type SVGProps } from 'react';

/** The shapes of an icon of lucide-react: the name of each element and its attributes. */
type IconData = { node: readonly (readonly [string, Readonly<Record<string, string>>])[] };

const attributes = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/**
 * Creates the component of an icon. The build uses this function instead of the function of lucide-react, which is ten times larger and creates
 * several objects each time an icon is rendered.
 * @public The build imports it (icon-imports.config.ts).
 */
export function createIcon({ node }: IconData): (props: SVGProps<SVGSVGElement>) => ReactElement {
  return (props) =>
    createElement('svg', { ...attributes, ...props }, ...node.map(([tag, shape]) => createElement(tag, shape)));
}
