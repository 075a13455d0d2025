import { Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import styles from './save-actions.module.css';

type SaveActionsProps = {
  /** The label of the submit button, verb and object: "Save changes". */
  submit: string;
  busy: boolean;
  /** The path to which Cancel leads. */
  back: string;
  /** The result of the last submission, shown next to the button. */
  children?: ReactNode;
  labels: { cancel: string; /** The keyboard shortcut that saves; hidden on touch devices. */ shortcut: string };
};

/** The buttons at the end of a form with its own page: save, or cancel. */
export const SaveActions = ({ submit, busy, back, labels: words, children }: SaveActionsProps) => (
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
