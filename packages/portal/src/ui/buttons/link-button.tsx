import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ButtonVariant } from './button.tsx';
import styles from './button.module.css';
import { joinClasses } from '../layout/classes.ts';
import type { Elements } from '../layout/elements.ts';

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
