import { Link } from '@tanstack/react-router';
import { passwords as texts } from '#portal/texts/passwords.ts';
import styles from './passwords.module.css';

/** The way out for whoever needs no link after all. */
export const BackToSignIn = () => (
  <p className={styles.onward}>
    <Link to="/sign-in">{texts.backToSignIn}</Link>
  </p>
);
