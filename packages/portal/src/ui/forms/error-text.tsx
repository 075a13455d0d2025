import { CircleAlert } from 'lucide-react';
import styles from './form-field.module.css';

/** What is wrong with several fields together, looking as it does at one. */
export const ErrorText = ({ children }: { children: string }) => (
  <p role="alert" className={styles.error}>
    <CircleAlert aria-hidden="true" />
    {children}
  </p>
);
