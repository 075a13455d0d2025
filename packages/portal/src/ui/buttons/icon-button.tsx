import type { ComponentProps, ReactNode } from 'react';
import type { ButtonVariant } from './button.tsx';
import styles from './button.module.css';
import { joinClasses } from '../layout/classes.ts';

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
