import { Check } from 'lucide-react';
import { account as texts } from '#portal/texts/account.ts';
import styles from './preferences.module.css';

/** A text beside a field that says whether its value is being saved or has been saved. */
export const SavedMark = ({ state }: { state: string | null }) => (
  <output className={styles.mark}>
    {state === texts.saved.saved && <Check aria-hidden="true" />}
    {state}
  </output>
);
