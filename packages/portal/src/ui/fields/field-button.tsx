import type { ComponentProps } from 'react';
import styles from './field-button.module.css';

type FieldButtonProps = Omit<ComponentProps<'button'>, 'className' | 'title'> & { label: string };

/** An icon button at the end of a text field, inside its border. The container of the button has `position: relative`. */
export const FieldButton = ({ label, ...button }: FieldButtonProps) => (
  <button type="button" {...button} className={styles.button} title={label} aria-label={label} />
);
