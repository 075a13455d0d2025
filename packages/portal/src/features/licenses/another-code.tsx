import { ClipboardPaste } from 'lucide-react';
import { licenses as texts } from '#portal/messages/en/licenses.ts';
import { Button } from '#portal/ui/button.tsx';
import { FileDrop } from '#portal/ui/file-drop.tsx';

type AnotherCodeProps = {
  label: string;
  /** Whether it is what one should do next. */
  isNext?: boolean;
  onAgain: () => void;
  onFile: (file: File) => void;
};

/** Begins again with another code; a file may still be dropped anywhere. */
export const AnotherCode = ({ label, isNext = false, onAgain, onFile }: AnotherCodeProps) => (
  <>
    <Button variant={isNext ? 'primary' : 'secondary'} icon={<ClipboardPaste aria-hidden="true" />} onClick={onAgain}>
      {label}
    </Button>
    <FileDrop
      label={texts.entry.chooseFile}
      accept=".bvr,.txt,text/plain"
      dropLabel={texts.entry.drop}
      onFile={onFile}
    />
  </>
);
