import { ShieldCheck } from 'lucide-react';
import { licenceChecker as texts } from '#portal/texts/licence-checker.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { FileDrop } from '#portal/ui/forms/file-drop.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';
import styles from './licence-checker.module.css';

type LicenceEntryProps = {
  text: string;
  error: string | undefined;
  onChange: (text: string, isPastedOrDropped: boolean) => void;
  onSubmit: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** The card with the field for a licence. The form has no action, because nothing is sent to the server. */
export const LicenceEntry = ({ onFiles, ...entryProps }: LicenceEntryProps) => (
  <Card>
    <TextEntry
      {...entryProps}
      keepsFocus
      label={texts.field}
      hint={texts.hint}
      rows={6}
      actions={
        <>
          <Button type="submit" variant="primary" icon={<ShieldCheck aria-hidden="true" />}>
            {texts.check}
          </Button>
          <FileDrop label={texts.chooseFile} accept=".lic,.txt,text/plain" dropLabel={texts.drop} onFiles={onFiles} />
        </>
      }
    >
      <p className={styles.private}>{texts.private}</p>
    </TextEntry>
  </Card>
);
