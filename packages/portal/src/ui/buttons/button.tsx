import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { joinClasses, type Elements } from '../layout/layout.tsx';
import { Spinner } from '#portal/ui/feedback/loading.tsx';
import { Link } from '@tanstack/react-router';

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

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  /** The action of the button: its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
};

/** A button that has only an icon. */
export const IconButton = ({ label, icon, variant = 'quiet', ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={joinClasses(styles.button, styles[variant], styles.icon)}
  >
    {icon}
  </button>
);

type LinkButtonProps = {
  /** A path of the portal. */
  to: string;
  search?: Record<string, unknown>;
  hash?: string;
  variant?: ButtonVariant;
  icon?: Elements;
  wide?: boolean;
  /** Whether the page is loaded from the server, so that it gets other headers. Without `reloads`, the router changes the page. */
  reloads?: boolean;
  /** Called before the page of the link is opened. */
  onClick?: () => void;
  children: ReactNode;
};

/** A link in the style of a button. The button is a real link: it can be opened in a new tab and copied. */
export const LinkButton = ({
  to,
  search,
  hash,
  variant = 'secondary',
  icon,
  wide,
  reloads,
  onClick,
  children,
}: LinkButtonProps) => (
  <Link
    to={to}
    search={search ?? {}}
    hash={hash ?? ''}
    reloadDocument={reloads === true}
    {...(onClick && { onClick })}
    className={joinClasses(styles.button, styles[variant], wide && styles.wide)}
  >
    {icon}
    <span>{children}</span>
  </Link>
);

/** Buttons in a row. On a narrow window, the buttons are in a column, each at full width. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
