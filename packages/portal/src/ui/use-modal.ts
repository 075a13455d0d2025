import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { enterModal } from './modal-host.ts';

type Modal = Pick<ComponentProps<'dialog'>, 'onCancel' | 'onClose' | 'onClick'> & {
  ref: RefObject<HTMLDialogElement | null>;
};

/**
 * What a `<dialog>` must spread to be modal for as long as it is mounted. The platform traps the focus, hears Escape and gives
 * the focus back; Escape and a press outside ask `onClose`, which unmounts it. What carries `data-autofocus` has the focus first
 * (React's own autoFocus comes too early: the dialog is still hidden then).
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const leave = enterModal(dialog);
    return () => {
      leave();
      dialog.close();
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== ref.current) return; // A file picker inside cancels too.
      event.preventDefault();
      onClose();
    },
    onClose: (event) => {
      if (event.target === ref.current) onClose();
    },
    onClick: (event) => {
      if (event.target === ref.current) onClose();
    },
  };
}
