import { ui } from '#portal/texts/ui.ts';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import styles from './brand.module.css';

/** A skeleton of the brand form, shown while the data of the brand is loading. */
export const BrandSkeleton = () => (
  <div className={styles.form}>
    <AnnouncedText>{ui.loading}</AnnouncedText>
    <Skeleton height="14rem" />
    <Skeleton height="9rem" />
    <Skeleton height="30rem" />
  </div>
);
