import { interfaceTimings } from '@basics/contract/limits.ts';

export type Toast = { id: number; kind: 'done' | 'notice' | 'problem'; text: string };

const most = 3;

/**
 * The short messages at the top of the window: each stays for 3,500 ms, at most three at once, the oldest gives way. While
 * they are held (the pointer or the focus is on them, or the page is not seen) none goes; let go, each has its whole time again.
 */
export type Toasts = {
  shown: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
  /** Something has been done. */
  done: (text: string) => void;
  /** Something is to be known. */
  notice: (text: string) => void;
  problem: (text: string) => void;
  dismiss: (id: number) => void;
  dismissAll: () => void;
  hold: () => void;
  release: () => void;
};

export function createToasts(): Toasts {
  let toasts: readonly Toast[] = [];
  let held = false;
  let lastId = 0;
  const listeners = new Set<() => void>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();

  function become(next: readonly Toast[]): void {
    toasts = next;
    for (const [id, timer] of timers) {
      if (next.some((toast) => toast.id === id)) continue;
      clearTimeout(timer);
      timers.delete(id);
    }
    if (next.length === 0) held = false;
    for (const listener of listeners) listener();
  }

  function startTimer(id: number): void {
    clearTimeout(timers.get(id));
    if (!held)
      timers.set(
        id,
        setTimeout(() => dismiss(id), interfaceTimings.toastMs),
      );
  }

  function show(kind: Toast['kind'], text: string): void {
    const same = toasts.find((toast) => toast.kind === kind && toast.text === text);
    const toast = same ?? { id: (lastId += 1), kind, text };
    if (!same) become([...toasts, toast].slice(-most));
    startTimer(toast.id);
  }

  const dismiss = (id: number): void => become(toasts.filter((toast) => toast.id !== id));

  return {
    shown: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    done: (text) => show('done', text),
    notice: (text) => show('notice', text),
    problem: (text) => show('problem', text),
    dismiss,
    dismissAll: () => become([]),
    hold() {
      held = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
    release() {
      held = false;
      for (const toast of toasts) startTimer(toast.id);
    },
  };
}
