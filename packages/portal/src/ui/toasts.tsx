import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, use, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { ui as texts } from '#portal/messages/en/ui.ts';
import { classes } from './classes.ts';
import { IconButton } from './icon-button.tsx';
import { useModalHost } from './modal-host.ts';
import type { Toast, Toasts } from './toast-store.ts';
import styles from './toasts.module.css';

export const ToastsContext = createContext<Toasts | null>(null);

/** `done('Licence sent')` or `problem('Text copy error')`. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('There is no ToastsContext above this component.');
  return toasts;
}

/** The place where toasts appear: in the top layer, above an open modal dialog too. */
export function ToastRegion() {
  const toasts = useToasts();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown);
  const host = useModalHost();
  return createPortal(<Region key={String(host === document.body)} toasts={toasts} shown={shown} />, host);
}

function Region({ toasts, shown }: { toasts: Toasts; shown: readonly Toast[] }) {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Shown anew whenever the toasts change: whatever opened since then lies below again.
    if (shown.length === 0) return;
    region.current?.hidePopover();
    region.current?.showPopover();
  }, [shown]);
  return (
    // The pointer and the focus only hold the toasts; there is nothing to press on the region itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      className={styles.toasts}
      popover="manual"
      aria-label={texts.notifications}
      data-chrome
      onPointerEnter={toasts.hold}
      onPointerLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      <ol className={styles.list}>
        {shown.map((toast) => (
          <li key={toast.id}>
            <ToastCard toast={toast} onDismiss={() => toasts.dismiss(toast.id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const Icon = toast.kind === 'problem' ? CircleAlert : CircleCheck;
  return (
    <div className={classes(styles.toast, styles[toast.kind])} role={toast.kind === 'problem' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <p className={styles.text}>{toast.text}</p>
      <IconButton label={texts.dismiss} icon={<X aria-hidden="true" />} onClick={onDismiss} />
    </div>
  );
}
