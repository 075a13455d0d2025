import styles from './spinner.module.css';

/** Shows that something is running; write what it is in text next to it. The spinner is as tall as the text. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
