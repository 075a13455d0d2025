import { useSyncExternalStore } from 'react';

/**
 * The open modal dialogs, the topmost dialog last. Toasts are rendered in the topmost dialog, or in the body if no dialog is open, because
 * all elements outside a modal dialog are inert, even in the top layer.
 */
const openDialogs: HTMLElement[] = [];
const listeners = new Set<() => void>();

export function enterModal(dialog: HTMLElement): () => void {
  openDialogs.push(dialog);
  notify();
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
    notify();
  };
}

export const useModalHost = (): HTMLElement =>
  useSyncExternalStore(subscribe, () => openDialogs.at(-1) ?? document.body);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notify = (): void => {
  for (const listener of listeners) listener();
};
