import type { ReactElement } from 'react';

/**
 * What a component shows beside other elements: elements, but no bare text. If the browser translates the page, it replaces each text node.
 * React then finds neither the text that it must remove nor the text before which it must insert an element. An element stays in its place,
 * so each text has an element of its own (docs/decisions/0164-translated-pages.md).
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];
