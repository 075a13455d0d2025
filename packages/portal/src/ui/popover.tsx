import { useId, useRef } from 'react';
import type { ReactNode, ToggleEvent } from 'react';
import { placeBeside } from './place-beside.ts';
import styles from './popover.module.css';

type PopoverProps = {
  label: string;
  /** Renders the button that opens it; spread what it is given. */
  renderTrigger: (opens: { popoverTarget: string; id: string }) => ReactNode;
  /** Renders the panel; a button that is spread with what it is given closes it. */
  children: (closes: { popoverTarget: string; popoverTargetAction: 'hide' }) => ReactNode;
};

/** A small panel beside its button; the platform closes it by Escape and by a press outside. */
export function Popover({ label, renderTrigger, children }: PopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDialogElement>(null);

  function show({ newState }: ToggleEvent<HTMLDialogElement>): void {
    const button = document.getElementById(`${id}-trigger`);
    if (newState !== 'open' || panel.current === null || button === null) return;
    placeBeside(panel.current, button);
    panel.current.style.visibility = 'visible';
    panel.current.querySelector<HTMLElement>('button, a, input')?.focus();
  }

  return (
    <>
      {renderTrigger({ popoverTarget: id, id: `${id}-trigger` })}
      <dialog
        ref={panel}
        id={id}
        className={styles.popover}
        popover="auto"
        aria-label={label}
        data-chrome
        onBeforeToggle={({ newState }) => {
          // Measured first, seen after.
          if (newState === 'open' && panel.current !== null) panel.current.style.visibility = 'hidden';
        }}
        onToggle={show}
      >
        {children({ popoverTarget: id, popoverTargetAction: 'hide' })}
      </dialog>
    </>
  );
}
