import { interfaceTimings } from '@basics/contract/limits.ts';
import { createUndoQueue } from './undo-queue.ts';
import { browserTimeouts, createTimers } from './toast-timers.ts';
import type { Timeouts } from './toast-timers.ts';

export type Toast = {
  id: number;
  kind: 'done' | 'notice' | 'problem';
  text: string;
  /** Takes back what the toast speaks of, while it is there. */
  undo?: () => void;
};

const most = 3;
/** Long enough to see that it was the wrong one. */
const undoMs = 5000;

/**
 * The short messages at the top of the window: each stays for 3,500 ms, at most three at once, a fourth removes the oldest. While
 * they are held (not shown yet, under the pointer or the focus, or in a hidden tab) none is removed; released, each has its whole
 * time again.
 */
export type Toasts = {
  shown: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
  /** Something has been done. */
  done: (text: string) => void;
  /** Something is to be known. */
  notice: (text: string) => void;
  problem: (text: string) => void;
  /** Something that can be taken back for five seconds, and is done only then: when the toast has gone, however it went. */
  later: (text: string, action: () => Promise<void>, onUndo: () => void) => void;
  /** Does at once what can still be taken back; resolves when it is done. */
  settle: () => Promise<void>;
  dismiss: (id: number) => void;
  /** Takes all away, undone what could still be taken back: whoever it was done for has gone. */
  dismissAll: () => void;
  hold: () => void;
  release: () => void;
};

export function createToasts(timeouts: Timeouts = browserTimeouts): Toasts {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const queue = createUndoQueue();
  const dismiss = (id: number): void => become(toasts.filter((toast) => toast.id !== id));
  const timers = createTimers(dismiss, timeouts);
  const isShown = (id: number): boolean => toasts.some((toast) => toast.id === id);
  const startTimer = ({ id }: Toast): void => timers.start(id, queue.has(id) ? undoMs : interfaceTimings.toastMs);

  function become(next: readonly Toast[]): void {
    toasts = next;
    timers.stopAllBut(isShown);
    if (next.length === 0) timers.release();
    for (const listener of listeners) listener();
    queue.beginAllBut(isShown);
  }

  function put(toast: Toast): void {
    if (!toasts.includes(toast)) become([...toasts, toast].slice(-most));
    startTimer(toast);
  }

  const show = (kind: Toast['kind'], text: string): void =>
    put(toasts.find((toast) => toast.kind === kind && toast.text === text) ?? { id: (lastId += 1), kind, text });

  return {
    shown: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    done: (text) => show('done', text),
    notice: (text) => show('notice', text),
    problem: (text) => show('problem', text),
    later(text, action, onUndo) {
      const id = (lastId += 1);
      const undo = (): void => {
        if (!queue.undo(id)) return;
        dismiss(id);
        onUndo();
      };
      queue.add(id, action);
      put({ id, kind: 'done', text, undo });
    },
    async settle() {
      become(toasts.filter(({ id }) => !queue.has(id)));
      await queue.done();
    },
    dismiss,
    dismissAll() {
      queue.undoAll();
      become([]);
    },
    hold: () => timers.hold(),
    release() {
      timers.release();
      toasts.forEach(startTimer);
    },
  };
}
