import { createContext } from 'react';
import type { ReactNode } from 'react';

/** Renders the saved views of the list on the page, at the end of its filters; null where views cannot be saved. */
export const SavedViewsContext = createContext<(() => ReactNode) | null>(null);
