import { Link } from '@tanstack/react-router';
import { passwords as texts } from '#portal/texts/passwords.ts';
import styles from './passwords.module.css';

/** Links back to the sign-in page. */
export const BackToSignIn = () => (
  <p className={styles.onward}>
    <Link to="/sign-in">{texts.backToSignIn}</Link>
  </p>
);
