import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { joinClasses, type Elements } from '../layout/layout.tsx';
import { Spinner } from '#portal/ui/feedback/loading.tsx';
import { Link } from '@tanstack/react-router';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant | undefined;
  /** An icon before the label, which means the same as the label. */
  icon?: Elements;
  /**
   * While true, the button shows a spinner and ignores further presses; name, width and focus stay. The spinner is in the place of the icon,
   * or of the label if there is no icon.
   */
  busy?: boolean;
  /** Another label that the button shows at other times. The button is always wide enough for both, so that its neighbours do not move. */
  otherLabel?: string;
  /** Whether the button is as wide as its container. */
  wide?: boolean;
  size?: ButtonSize | undefined;
};

/** `large` is for the one next action of a page, `small` for the action of a row. */
export type ButtonSize = 'small' | 'large';

/** `danger` is for the confirming button of a dialog; elsewhere a destructive action is `secondary` with an icon and a verb. */
export function Button({
  variant = 'secondary',
  icon,
  busy = false,
  otherLabel,
  wide,
  size,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOnlySpinner = busy && icon === undefined;
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(
        styles.button,
        styles[variant],
        wide && styles.wide,
        size && styles[size],
        isOnlySpinner && styles.onlySpinner,
      )}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      <span>
        <span>{children}</span>
        {otherLabel !== undefined && <span className={styles.otherLabel} data-label={otherLabel} aria-hidden="true" />}
      </span>
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  /** The action of the button: its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
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

/** The space of an icon button that is still loading. */
export const IconButtonSpace = () => <span className={joinClasses(styles.button, styles.icon)} aria-hidden="true" />;

type LinkButtonProps = {
  /** A path of the portal. */
  to: string;
  search?: Record<string, unknown>;
  hash?: string;
  variant?: ButtonVariant | undefined;
  icon?: Elements;
  wide?: boolean;
  size?: ButtonSize;
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
  size,
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
    className={joinClasses(styles.button, styles[variant], wide && styles.wide, size && styles[size])}
  >
    {icon}
    <span>{children}</span>
  </Link>
);

/** Buttons in a row. On a narrow window, the buttons are in a column, each at full width. */
export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
