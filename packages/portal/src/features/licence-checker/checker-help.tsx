import { FileDown } from 'lucide-react';
import { useId } from 'react';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import styles from './licence-checker.module.css';

/**
 * The path of the licence checker as a file, which visitors can save and use offline. The server creates the file for
 * each request and writes its current public keys into it.
 */
const savedCheckerPath = '/licence-checker.html';

/** Explains the limits of the checker, and offers the checker as a file. */
export function CheckerHelp() {
  const [helpId, savedId] = [useId(), useId()];
  return (
    <div className={styles.help}>
      <section aria-labelledby={helpId}>
        <h2 id={helpId}>{texts.help.title}</h2>
        <ul className={styles.points}>
          {texts.help.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby={savedId}>
        <h2 id={savedId}>{texts.saved.title}</h2>
        <p>{texts.saved.text}</p>
        <a className={styles.save} href={savedCheckerPath} download>
          <FileDown aria-hidden="true" />
          {texts.saved.action}
        </a>
      </section>
    </div>
  );
}
