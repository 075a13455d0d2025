import { interfaceTimings } from '@basics/contract/calls/limits.ts';

export type Toast = {
  id: number;
  kind: 'done' | 'notice' | 'problem';
  text: string;
  /** Undoes the action that the toast announces; available while the toast is shown. */
  undo?: () => void;
  /** How long the toast is shown, if its action has taken effect and can be undone. */
  undoableMs?: number;
};

const maxToasts = 3;
/** The time in milliseconds for which an action waits, so that it can be undone. */
const undoMs = 5000;

/**
 * The toasts at the top of the window. Each toast is shown for 3,500 ms, or as long as its action can be undone. At most three toasts are shown at once; a fourth toast removes the
 * oldest. While toasts are paused (not painted yet, under the pointer or the focus, or in a hidden tab), no toast is removed. When the
 * toasts resume, each toast gets its full time again.
 */
export type Toasts = {
  shown: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
  /** Says that an action has succeeded. */
  done: (text: string) => void;
  /** Shows information. */
  notice: (text: string) => void;
  problem: (text: string) => void;
  /** Announces an action that has taken effect, and that `undo` undoes during the next `ms` milliseconds. */
  undoable: (text: string, ms: number, undo: () => void) => void;
  /** Announces an action that can be undone for five seconds. The action runs when its toast is removed, whatever the reason is. */
  later: (text: string, action: () => Promise<void>, onUndo: () => void) => void;
  /** Runs all actions that could still be undone; the promise resolves when the actions are done. */
  settle: () => Promise<void>;
  dismiss: (id: number) => void;
  /** Removes all toasts without running their actions, because the session of the user who started them has ended. */
  dismissAll: () => void;
  pause: () => void;
  resume: () => void;
};

export function createToasts(timeouts: Timeouts = browserTimeouts): Toasts {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const { subscribe, notify } = createListeners();
  const queue = createUndoQueue();
  const dismiss = (id: number): void => setToasts(toasts.filter((toast) => toast.id !== id));
  const timers = createTimers(dismiss, timeouts);
  const isShown = (id: number): boolean => toasts.some((toast) => toast.id === id);
  const startTimer = ({ id, undoableMs = interfaceTimings.toastMs }: Toast): void =>
    timers.start(id, queue.has(id) ? undoMs : undoableMs);

  function setToasts(newToasts: readonly Toast[]): void {
    toasts = newToasts;
    timers.stopAllExcept(isShown);
    if (newToasts.length === 0) timers.resume();
    notify();
    queue.runAllExcept(isShown);
  }

  function addToast(toast: Toast): void {
    if (!toasts.includes(toast)) setToasts([...toasts, toast].slice(-maxToasts));
    startTimer(toast);
  }

  const show = (kind: Toast['kind'], text: string): void =>
    addToast(toasts.find((toast) => toast.kind === kind && toast.text === text) ?? { id: (lastId += 1), kind, text });

  return {
    shown: () => toasts,
    subscribe,
    done: (text) => show('done', text),
    notice: (text) => show('notice', text),
    problem: (text) => show('problem', text),
    undoable(text, undoableMs, onUndo) {
      const id = (lastId += 1);
      addToast({ id, kind: 'done', text, undoableMs, undo: runBoth(() => dismiss(id), onUndo) });
    },
    later(text, action, onUndo) {
      const id = (lastId += 1);
      const undo = runBoth(() => dismiss(id), onUndo);
      queue.add(id, action);
      addToast({ id, kind: 'done', text, undo: () => void (queue.undo(id) && undo()) });
    },
    async settle() {
      setToasts(toasts.filter(({ id }) => !queue.has(id)));
      await queue.done();
    },
    dismiss,
    dismissAll() {
      queue.undoAll();
      setToasts([]);
    },
    pause: () => timers.pause(),
    resume() {
      timers.resume();
      toasts.forEach(startTimer);
    },
  };
}

const runBoth = (first: () => void, second: () => void) => (): void => {
  first();
  second();
};

function createListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}

type Action = () => Promise<void>;

/**
 * Creates a queue of actions that wait until they can no longer be undone. The key of an action is the id of the toast with the Undo
 * button.
 */
function createUndoQueue() {
  const waitingActions = new Map<number, Action>();
  const runningActions = new Set<Promise<void>>();

  function start(id: number, action: Action): void {
    waitingActions.delete(id);
    const runningAction = action().finally(() => runningActions.delete(runningAction));
    runningActions.add(runningAction);
  }

  return {
    add: (id: number, action: Action) => waitingActions.set(id, action),
    has: (id: number) => waitingActions.has(id),
    /** Removes an action; false when it has already run. */
    undo: (id: number) => waitingActions.delete(id),
    undoAll: () => waitingActions.clear(),
    /** Runs all actions except those that can still be undone. */
    runAllExcept(canUndo: (id: number) => boolean) {
      for (const [id, action] of waitingActions) if (!canUndo(id)) start(id, action);
    },
    done: () => Promise.all(runningActions),
  };
}

/** Starts a timeout of `ms` milliseconds and returns its id; `clear` stops it. */
export type Timeouts = { set: (run: () => void, ms: number) => number; clear: (id: number | undefined) => void };

const browserTimeouts: Timeouts = {
  set: (run, ms) => window.setTimeout(run, ms),
  clear: (id) => window.clearTimeout(id),
};

/**
 * Creates one timer for each toast. A timer calls `onEnd` with the id of its toast. The timers are paused at the start, because no toast is
 * painted yet.
 */
function createTimers(onEnd: (id: number) => void, { set, clear }: Timeouts) {
  const timers = new Map<number, number>();
  let isPaused = true;

  return {
    /** Starts or restarts the timer of a toast. */
    start(id: number, ms: number): void {
      clear(timers.get(id));
      if (!isPaused)
        timers.set(
          id,
          set(() => onEnd(id), ms),
        );
    },
    stopAllExcept(isShown: (id: number) => boolean): void {
      for (const [id, timer] of timers) {
        if (isShown(id)) continue;
        clear(timer);
        timers.delete(id);
      }
    },
    pause(): void {
      isPaused = true;
      for (const timer of timers.values()) clear(timer);
    },
    resume(): void {
      isPaused = false;
    },
  };
}
