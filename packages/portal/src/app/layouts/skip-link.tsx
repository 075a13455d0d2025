import { shell as texts } from '#portal/texts/shell.ts';
import styles from './skip-link.module.css';

/** The id of the `main` element of a page. `SkipLink`, the first focusable element of a page, leads to this element. */
export const contentId = 'content';

export const SkipLink = () => (
  <a
    className={styles.link}
    href={`#${contentId}`}
    onClick={(event) => {
      // The URL must not change: its fragment may contain a code.
      event.preventDefault();
      document.getElementById(contentId)?.focus();
    }}
  >
    {texts.toContent}
  </a>
);
