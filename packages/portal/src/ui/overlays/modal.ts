import { useSyncExternalStore, useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react';

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

type ModalProps = Pick<ComponentProps<'dialog'>, 'onCancel' | 'onClose' | 'onPointerDown' | 'onClick'> & {
  ref: RefObject<HTMLDialogElement | null>;
};

/**
 * The props that make a `<dialog>` modal while it is mounted. The browser traps the focus, handles Escape and returns the focus. Escape and
 * a press outside call `onClose`, which unmounts the dialog; a caller can react to the press outside in another way. The element with `data-autofocus` gets the focus first (React's autoFocus
 * comes too early: the dialog is still hidden then). A press outside must begin and end outside, so that selecting text past the edge does
 * not close the dialog. A press outside must also be a single click, so that a double click on the button that opened the dialog does not
 * close it.
 */
export function useModal(
  onClose: () => void,
  onPressOutside: (point: { clientX: number; clientY: number }) => void = onClose,
): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  const hasBegunOutside = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const leaveModal = enterModal(dialog);
    return () => {
      leaveModal();
      dialog.close();
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== ref.current) return; // A file picker inside the dialog also fires `cancel`.
      event.preventDefault();
      onClose();
    },
    onClose: (event) => {
      if (event.target === ref.current) onClose();
    },
    onPointerDown: (event) => {
      hasBegunOutside.current = event.target === ref.current;
    },
    onClick: (event) => {
      if (event.target === ref.current && hasBegunOutside.current && event.detail < 2) onPressOutside(event);
    },
  };
}
