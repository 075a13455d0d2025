import styles from './skeleton.module.css';

type SkeletonProps = { /** CSS lengths. */ width?: string; height?: string };

/** The room that text or a picture will take; say "Loading" once beside a group of them. */
export const Skeleton = ({ width = '100%', height = '1em' }: SkeletonProps) => (
  <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
);
