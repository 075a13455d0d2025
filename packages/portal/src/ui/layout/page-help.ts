import { createContext } from 'react';
import type { ReactNode } from 'react';

/** Renders the button beside the title of a page that opens its help; null where pages have none. */
export const PageHelp = createContext<((title: string) => ReactNode) | null>(null);
