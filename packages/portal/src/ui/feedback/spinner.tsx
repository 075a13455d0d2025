import styles from './spinner.module.css';

/** A mark that something runs; the words for it stand beside. As tall as the text. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
