import { useId, type ReactNode } from 'react';
import { joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';
import { anchoredPopover } from './anchored-popover.ts';
import styles from './popovers.module.css';

type PopoverProps = {
  label: string;
  /** Renders the button that opens the panel; spread the given props on it. */
  renderTrigger: (triggerProps: { popoverTarget: string }) => Elements;
  /** Renders the panel. A button with `closeProps` closes the panel; other elements call `close`. */
  children: (closeProps: { popoverTarget: string; popoverTargetAction: 'hide' }, close: () => void) => ReactNode;
};

/** A small panel next to its button; the browser closes it by Escape and by a press outside. */
export function Popover({ label, renderTrigger, children }: PopoverProps) {
  const id = useId();
  return (
    <>
      {renderTrigger({ popoverTarget: id })}
      <dialog
        id={id}
        className={joinClasses(styles.panel, styles.dialog)}
        popover="auto"
        aria-label={label}
        data-chrome
        {...anchoredPopover}
      >
        {children({ popoverTarget: id, popoverTargetAction: 'hide' }, () => document.getElementById(id)?.hidePopover())}
      </dialog>
    </>
  );
}
