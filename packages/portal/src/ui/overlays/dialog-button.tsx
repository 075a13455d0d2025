import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#portal/ui/buttons/button.tsx';
import type { ButtonProps } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

type DialogButtonProps = Omit<ButtonProps, 'children' | 'onClick'> & {
  label: ReactNode;
  /** Renders the dialog, which is mounted only while it is open. */
  children: (closeDialog: () => void) => Elements;
};

/** A button that opens its own dialog. */
export function DialogButton({ label, children, ...buttonProps }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...buttonProps} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
