import { CircleAlert } from 'lucide-react';
import styles from './form-field.module.css';

/** An error that concerns several fields, in the style of the error of one field. */
export const ErrorText = ({ children }: { children: string }) => (
  <p role="alert" className={styles.error}>
    <CircleAlert aria-hidden="true" />
    <span>{children}</span>
  </p>
);
