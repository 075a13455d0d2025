import { createContext, use, useEffect, useSyncExternalStore, useLayoutEffect } from 'react';
import type { Toasts, Toast } from './toast-store.ts';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { feedback as texts } from '#portal/texts/feedback.ts';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import { useModalHost } from '#portal/ui/overlays/modal.ts';
import styles from './toasts.module.css';

export const ToastsContext = createContext<Toasts | null>(null);

/** Returns the toasts of the portal, for example to call `done('Licence sent')` or `problem('Text copy error')`. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('There is no ToastsContext above this component.');
  return toasts;
}

/** Shows the toasts, if there are any. The region is not loaded late, because a toast may say that the connection is lost. */
export function ToastOutlet() {
  const toasts = useToasts();
  const shownToasts = useSyncExternalStore(toasts.subscribe, toasts.shown, toasts.shown);
  useEffect(() => settleOnLeave(toasts), [toasts]);
  return shownToasts.length === 0 ? null : <ToastRegion toasts={toasts} shownToasts={shownToasts} />;
}

/** When the page is closed, actions that could still be undone run at once. */
function settleOnLeave(toasts: Toasts): () => void {
  const settle = (): void => void toasts.settle();
  window.addEventListener('pagehide', settle);
  return () => window.removeEventListener('pagehide', settle);
}

/** Shows toasts in the top layer, so that they are also above an open modal dialog. */
function ToastRegion({ toasts, shownToasts }: { toasts: Toasts; shownToasts: readonly Toast[] }) {
  const host = useModalHost();
  useLayoutEffect(() => pauseWhileHidden(toasts), [toasts]);
  useUndoKey(shownToasts.findLast(({ undo }) => undo)?.undo);
  return createPortal(
    <ToastList key={String(host === document.body)} toasts={toasts} shownToasts={shownToasts} />,
    host,
  );
}

function ToastList({ toasts, shownToasts }: { toasts: Toasts; shownToasts: readonly Toast[] }) {
  return (
    // Pointer and focus events only pause the toasts; the region itself cannot be clicked.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.toasts}
      popover="manual"
      aria-label={texts.notifications}
      data-chrome
      onPointerEnter={toasts.pause}
      onPointerLeave={toasts.resume}
      onFocus={toasts.pause}
      onBlur={toasts.resume}
    >
      <ol className={styles.list}>
        {shownToasts.map((toast) => (
          <li key={toast.id} ref={reopenPopover}>
            <ToastCard toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const icons = { done: CircleCheck, notice: Info, problem: CircleAlert };

/** Pauses the timers of the toasts while the toasts are not visible: before their first paint, and while the tab is hidden. */
function pauseWhileHidden(toasts: Toasts): () => void {
  const update = (): void => (document.hidden ? toasts.pause() : toasts.resume());
  document.addEventListener('visibilitychange', update);
  update();
  return () => document.removeEventListener('visibilitychange', update);
}

/** Ctrl+Z undoes the newest action that can be undone, unless a text field has the focus. */
function useUndoKey(undo: (() => void) | undefined): void {
  useEffect(() => {
    if (!undo) return undefined;
    const listen = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches('input:not([type=checkbox]), textarea');
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [undo]);
}

/** Opens the popover again when a toast is added, so that it is above everything that opened after the previous toast. */
function reopenPopover(item: HTMLLIElement | null): void {
  const region = item?.closest<HTMLElement>('[popover]');
  if (!region?.isConnected) return; // If a dialog is closing, the region is about to move out of the dialog.
  region.hidePopover();
  region.showPopover();
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const Icon = icons[toast.kind];
  return (
    <div className={joinClasses(styles.toast, styles[toast.kind])} role={toast.kind === 'problem' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <p className={styles.text}>{toast.text}</p>
      {toast.undo && (
        <Button variant="quiet" title={texts.undoKey} data-key="undo" onClick={toast.undo}>
          {texts.undo}
        </Button>
      )}
      <IconButton label={texts.dismiss} icon={<X aria-hidden="true" />} onClick={onDismiss} />
    </div>
  );
}
