import { ClipboardPaste } from 'lucide-react';
import { Button } from '#portal/ui/layout/button.tsx';
import { CodeFile } from './code-file.tsx';

type AnotherCodeProps = {
  label: string;
  /** Whether this is the recommended next step. */
  isNext?: boolean;
  onAgain: () => void;
  onFile: (file: File) => void;
};

/** The buttons that start again with another code: one to paste it, one to choose its file. */
export const AnotherCode = ({ label, isNext = false, onAgain, onFile }: AnotherCodeProps) => (
  <>
    <Button variant={isNext ? 'primary' : 'secondary'} icon={<ClipboardPaste aria-hidden="true" />} onClick={onAgain}>
      {label}
    </Button>
    <CodeFile onFile={onFile} />
  </>
);
