import styles from './imports.module.css';

type ProgressLineProps = { doneCount: number; total: number; label: string };

/** A progress bar with its numbers. Screen readers do not announce the numbers, because they change every second. */
export const ProgressLine = ({ doneCount, total, label }: ProgressLineProps) => (
  <div className={styles.progress}>
    <progress value={doneCount} max={Math.max(total, 1)} aria-label={label} />
    <p aria-hidden="true">{label}</p>
  </div>
);
