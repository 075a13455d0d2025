import { formatDay } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { absence as texts } from '#portal/texts/absence.ts';
import styles from './absence-banner.module.css';

/** Says on every page through which day the user is absent, or which salesmen the user stands in for as a deputy. */
export function AbsenceBanner() {
  const { absence, deputyFor = [] } = useUser();
  const describeAbsence = absence?.deputyIsAbsent ? texts.deputyIsAbsent : texts.absent;
  return (
    <aside className={styles.banner} aria-label={texts.banner} data-chrome>
      {absence && <p>{describeAbsence(absence.name, formatDay(absence.until))}</p>}
      {deputyFor.map(({ name, until }) => (
        <p key={`${name} ${until}`}>{texts.deputyFor(name, formatDay(until))}</p>
      ))}
    </aside>
  );
}
