import styles from './brand-mark.module.css';
import { useSetup } from './brand.tsx';

/** The mark of the brand shown, with its name beside it unless there is no room. */
export function BrandMark({ withName = true }: { withName?: boolean }) {
  const { brand } = useSetup();
  return (
    <span className={styles.brand}>
      <img
        className={styles.mark}
        src={`/brands/${encodeURIComponent(brand.id)}/mark.svg`}
        alt={withName ? '' : brand.name}
        width={32}
        height={32}
      />
      {withName && brand.name}
    </span>
  );
}
