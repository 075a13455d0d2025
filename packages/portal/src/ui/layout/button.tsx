import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Spinner } from '#portal/ui/feedback/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant;
  /** Stands before the words and says the same. */
  icon?: ReactNode;
  /** Keeps the words, shows a spinner and takes no second press; the focus stays. */
  busy?: boolean;
  /** As wide as its surroundings. */
  wide?: boolean;
};

/** `danger` is for the confirming button of a dialog; elsewhere a destructive action is `secondary` with icon and verb. */
export function Button({ variant = 'secondary', icon, busy = false, wide, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[variant], wide && styles.wide)}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
