import { useSyncExternalStore } from 'react';

/**
 * The element that is not inert: the topmost open modal dialog, else the body. What must be seen, heard and pressed above
 * everything (toasts) renders into it, because all outside a modal dialog is inert, even in the top layer.
 */
const open: HTMLElement[] = [];
const listeners = new Set<() => void>();

export function enterModal(dialog: HTMLElement): () => void {
  open.push(dialog);
  tell();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    tell();
  };
}

export const useModalHost = (): HTMLElement => useSyncExternalStore(subscribe, () => open.at(-1) ?? document.body);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = (): void => {
  for (const listener of listeners) listener();
};
