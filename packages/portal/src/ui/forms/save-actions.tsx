import { Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import styles from './save-actions.module.css';

type SaveActionsProps = {
  /** Verb and object: "Save changes". */
  submit: string;
  busy: boolean;
  /** The page that Cancel leads to. */
  back: string;
  /** What the last press came to, where it was made. */
  children?: ReactNode;
  words: { cancel: string; /** Which key saves, for whoever has keys. */ shortcut: string };
};

/** The end of a form that has a page of its own: save, or leave. */
export const SaveActions = ({ submit, busy, back, words, children }: SaveActionsProps) => (
  <div className={styles.end}>
    {children}
    <div className={styles.actions}>
      <Button type="submit" variant="primary" busy={busy} icon={<Save aria-hidden="true" />}>
        {submit}
      </Button>
      <LinkButton to={back} variant="quiet">
        {words.cancel}
      </LinkButton>
      <span className={styles.shortcut}>{words.shortcut}</span>
    </div>
  </div>
);
