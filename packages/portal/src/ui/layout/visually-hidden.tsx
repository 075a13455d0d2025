import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Text for screen readers only. */
export const VisuallyHidden = (props: Omit<ComponentProps<'span'>, 'className'>) => (
  <span {...props} className={styles.hidden} />
);

/** Text for screen readers only, announced when it appears. */
export const AnnouncedText = (props: Omit<ComponentProps<'output'>, 'className'>) => (
  <output {...props} className={styles.hidden} />
);
