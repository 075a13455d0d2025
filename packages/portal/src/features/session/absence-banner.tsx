import { formatDay } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { absence as texts } from '#portal/texts/absence.ts';
import styles from './absence-banner.module.css';

/** Shows on every page the last day of an absence of the user, or the absent salesmen whose deputy the user is. */
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
