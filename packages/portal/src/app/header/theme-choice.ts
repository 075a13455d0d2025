import { useSyncExternalStore } from 'react';
import { chooseTheme, readTheme, type Theme } from '#portal/brand/brand.tsx';

const listeners = new Set<() => void>();

/** Sets the theme and notifies the components that show it. */
export function selectTheme(theme: Theme): void {
  chooseTheme(theme);
  for (const listener of listeners) listener();
}

/** Returns the chosen theme, and renders the component again when another component changes it. */
export const useChosenTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'system');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
