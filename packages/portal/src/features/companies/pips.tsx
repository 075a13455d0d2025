import { companies } from '#portal/texts/companies.ts';
import styles from './company.module.css';

const texts = companies.seats;
const maxPips = 12;

/** The used and the free seats as dots, or as a bar if there are many. The text beside them says the same. */
export function Pips({ used, allowed }: { used: number; allowed: number }) {
  if (allowed > maxPips)
    return <progress className={styles.bar} value={used} max={allowed} aria-label={texts.used(used, allowed)} />;
  return (
    <span className={styles.pips} aria-hidden="true">
      {Array.from({ length: Math.max(allowed, used) }, (_, index) => (
        <span key={index} className={index < used ? styles.full : undefined} />
      ))}
    </span>
  );
}
