import { CircleAlert } from 'lucide-react';
import styles from './form-field.module.css';

/** An error of several fields together, in the style of a field's error. */
export const ErrorText = ({ children }: { children: string }) => (
  <p role="alert" className={styles.error}>
    <CircleAlert aria-hidden="true" />
    {children}
  </p>
);
