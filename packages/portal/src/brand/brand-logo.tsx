import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './brand-logo.module.css';
import { useSetup } from './brand.tsx';

/** The logo and the name of the current brand; with `compact`, the name is hidden below 576 px. */
export function BrandLogo({ compact = false }: { compact?: boolean }) {
  const { brand } = useSetup();
  return (
    <span className={styles.brand}>
      <img
        className={styles.logo}
        src={`/brands/${encodeURIComponent(brand.id)}/mark.svg`}
        alt=""
        width={32}
        height={32}
      />
      <span className={joinClasses(compact && styles.compact)}>{brand.name}</span>
    </span>
  );
}
