import { useSyncExternalStore } from 'react';
import { chooseTheme, readTheme } from '#portal/brand/theme.ts';
import type { Theme } from '#portal/brand/theme.ts';

const listeners = new Set<() => void>();

/** Chooses the appearance, and lets whoever shows it know. */
export function pickTheme(theme: Theme): void {
  chooseTheme(theme);
  for (const listener of listeners) listener();
}

/** The appearance as it is chosen, wherever that was done. */
export const useChosenTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
