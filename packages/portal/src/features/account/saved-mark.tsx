import { Check } from 'lucide-react';
import { account as texts } from '#portal/texts/account.ts';
import styles from './preferences.module.css';

/** A text beside a field that says whether its value is being saved or has been saved. */
export const SavedMark = ({ saveState }: { saveState: string | null }) => (
  <output className={styles.mark}>
    {saveState === texts.saved.saved && <Check aria-hidden="true" />}
    {saveState !== null && <span>{saveState}</span>}
  </output>
);
