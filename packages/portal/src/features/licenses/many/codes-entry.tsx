import { ScanSearch } from 'lucide-react';
import { manyLicenses as texts } from '#portal/texts/many-licenses.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { FileDrop } from '#portal/ui/forms/file-drop.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';

type CodesEntryProps = {
  text: string;
  error: string | undefined;
  onChange: (text: string, isPastedOrDropped: boolean) => void;
  onSubmit: () => void;
  onFiles: (files: readonly File[]) => void;
  /** Whether codes were already added, so that the card of the added codes has the primary button of the page. */
  hasCodes: boolean;
};

/** The card with the text field for several codes. The page clears the field when the codes are added. */
export const CodesEntry = ({ onFiles, hasCodes, ...entryProps }: CodesEntryProps) => (
  <Card>
    <TextEntry
      {...entryProps}
      keepsFocus
      label={texts.field}
      hint={texts.hint}
      rows={6}
      autoCapitalize="characters"
      actions={
        <>
          <Button type="submit" variant={hasCodes ? 'secondary' : 'primary'} icon={<ScanSearch aria-hidden="true" />}>
            {texts.read}
          </Button>
          <FileDrop label={texts.chooseFiles} accept=".bvr,.txt,text/plain" dropLabel={texts.drop} onFiles={onFiles} />
        </>
      }
    />
  </Card>
);
