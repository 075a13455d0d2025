import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { enterModal } from './modal-host.ts';

type Modal = Pick<ComponentProps<'dialog'>, 'onCancel' | 'onClose' | 'onPointerDown' | 'onClick'> & {
  ref: RefObject<HTMLDialogElement | null>;
};

/**
 * What a `<dialog>` must spread to be modal for as long as it is mounted. The platform traps the focus, hears Escape and gives
 * the focus back; Escape and a press outside ask `onClose`, which unmounts it. What carries `data-autofocus` has the focus first
 * (React's own autoFocus comes too early: the dialog is still hidden then). A press outside begins and ends there, and is no second
 * one: neither whoever marks a text and lets go beyond the edge nor whoever double-clicks what brought the dialog wants it closed.
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const beganOutside = useRef(false);
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
    onPointerDown: (event) => {
      beganOutside.current = event.target === ref.current;
    },
    onClick: (event) => {
      if (event.target === ref.current && beganOutside.current && event.detail < 2) onClose();
    },
  };
}
