import { Icon as LibraryIcon, type IconNode } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createIcon } from './create-icon.ts';

const shapes = [
  ['circle', { cx: '12', cy: '12', r: '4' }],
  ['path', { d: 'M12 2v2' }],
] as const;
const libraryShapes: IconNode = shapes.map(([tag, attributes], key) => [tag, { ...attributes, key: String(key) }]);
const SmallIcon = createIcon({ node: shapes });

test.each([{}, { 'aria-hidden': true, className: 'large' }, { width: 16, height: 16 }] as const)(
  'an icon of the built portal has the same shapes and attributes as the icon of the library: %o',
  (props) => {
    // The portal does not use the classes of the library, and an SVG element in HTML needs no xmlns.
    const libraryHtml = renderToStaticMarkup(createElement(LibraryIcon, { ...props, iconNode: libraryShapes }))
      .replace(' xmlns="http://www.w3.org/2000/svg"', '')
      .replace(' class="lucide"', '')
      .replace('class="lucide ', 'class="');
    expect(readTags(renderToStaticMarkup(createElement(SmallIcon, props)))).toEqual(readTags(libraryHtml));
  },
);

/** Returns the tags of HTML, each with its attributes in alphabetical order. */
const readTags = (html: string): string[][] =>
  [...html.matchAll(/<(\/?\w+)([^>]*)>/g)].map(([, tag = '', attributes = '']) => [
    tag,
    ...[...attributes.matchAll(/[\w-]+="[^"]*"/gi)].map(([attribute]) => attribute).toSorted(),
  ]);
