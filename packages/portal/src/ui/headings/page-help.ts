import { createContext } from 'react';
import type { Elements } from '../layout/elements.ts';

/** Renders the button, beside the title of a page, that opens the help of the page; null if the pages have no help. */
export const PageHelp = createContext<((title: string) => Elements) | null>(null);
