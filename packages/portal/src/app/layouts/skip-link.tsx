import { shell as texts } from '#portal/texts/shell.ts';
import styles from './skip-link.module.css';

/** The first stop of the keyboard; the content it leads to is the `main` with this id. */
export const contentId = 'content';

export const SkipLink = () => (
  <a
    className={styles.link}
    href={`#${contentId}`}
    onClick={(event) => {
      // The address stays as it is: a fragment may carry a code.
      event.preventDefault();
      document.getElementById(contentId)?.focus();
    }}
  >
    {texts.toContent}
  </a>
);
