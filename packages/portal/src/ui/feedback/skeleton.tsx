import styles from './skeleton.module.css';

type SkeletonProps = { /** CSS lengths. */ width?: string; height?: string };

/** A placeholder with the size of the text or image that is loading. Say "Loading" once next to a group of skeletons. */
export const Skeleton = ({ width = '100%', height = '1em' }: SkeletonProps) => (
  <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
);
