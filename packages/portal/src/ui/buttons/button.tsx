import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { joinClasses } from '../layout/classes.ts';
import { Spinner } from '#portal/ui/feedback/spinner.tsx';
import type { Elements } from '../layout/elements.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant;
  /** An icon before the label, which means the same as the label. */
  icon?: Elements;
  /** While true, the button keeps its label, shows a spinner and ignores further presses; the focus stays on the button. */
  busy?: boolean;
  /** Whether the button is as wide as its container. */
  wide?: boolean;
};

/** `danger` is for the confirming button of a dialog; elsewhere a destructive action is `secondary` with an icon and a verb. */
export function Button({ variant = 'secondary', icon, busy = false, wide, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(styles.button, styles[variant], wide && styles.wide)}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  );
}
