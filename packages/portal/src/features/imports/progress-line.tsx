import styles from './imports.module.css';

type ProgressLineProps = { done: number; of: number; label: string };

/** A progress bar with its numbers. Screen readers do not announce the numbers, because they change every second. */
export const ProgressLine = ({ done, of, label }: ProgressLineProps) => (
  <div className={styles.progress}>
    <progress value={done} max={Math.max(of, 1)} aria-label={label} />
    <p aria-hidden="true">{label}</p>
  </div>
);
