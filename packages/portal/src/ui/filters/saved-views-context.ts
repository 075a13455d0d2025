import { createContext } from 'react';
import type { Elements } from '#portal/ui/layout/elements.ts';

/** Renders the saved views of the list on the page, at the end of its filters; null where views cannot be saved. */
export const SavedViewsContext = createContext<(() => Elements) | null>(null);
