import styles from './timeline.module.css';

export type TimelineStep = {
  id: string;
  title: string;
  detail: string;
  /** A text that a user wrote. */ quote?: string | null;
};

/** A list of events, newest first. */
export const Timeline = ({ label, steps }: { label: string; steps: readonly TimelineStep[] }) => (
  <ol className={styles.timeline} aria-label={label}>
    {steps.map(({ id, title, detail, quote }) => (
      <li key={id}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{detail}</p>
        {quote && <blockquote>{quote}</blockquote>}
      </li>
    ))}
  </ol>
);
