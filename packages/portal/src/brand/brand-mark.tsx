import { classes } from '#portal/ui/layout/classes.ts';
import styles from './brand-mark.module.css';
import { useSetup } from './brand.tsx';

/** The mark of the brand shown, and its name; a compact one leaves the name out below 576 px. */
export function BrandMark({ compact = false }: { compact?: boolean }) {
  const { brand } = useSetup();
  return (
    <span className={styles.brand}>
      <img
        className={styles.mark}
        src={`/brands/${encodeURIComponent(brand.id)}/mark.svg`}
        alt=""
        width={32}
        height={32}
      />
      <span className={classes(compact && styles.compact)}>{brand.name}</span>
    </span>
  );
}
