import { companies } from '#portal/texts/companies.ts';
import styles from './company.module.css';

const texts = companies.seats;
/** Up to this number of seats, the text says as much as a picture. */
const maxReadSeats = 12;

/** The used and the free seats as a bar, if there are many. The text beside them says the same. */
export const SeatBar = ({ used, allowed }: { used: number; allowed: number }) =>
  allowed > maxReadSeats && (
    <progress className={styles.bar} value={used} max={allowed} aria-label={texts.used(used, allowed)} />
  );
