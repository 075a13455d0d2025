import { ClipboardPaste } from 'lucide-react';
import { Button } from '#portal/ui/layout/button.tsx';
import { CodeFile } from './code-file.tsx';

type AnotherCodeProps = {
  label: string;
  /** Whether a new code is the recommended next step. */
  isRecommended?: boolean;
  onRestart: () => void;
  onFile: (file: File) => void;
};

/** The buttons that start again with another code: one to paste it, one to choose its file. */
export const AnotherCode = ({ label, isRecommended = false, onRestart, onFile }: AnotherCodeProps) => (
  <>
    <Button
      variant={isRecommended ? 'primary' : 'secondary'}
      icon={<ClipboardPaste aria-hidden="true" />}
      onClick={onRestart}
    >
      {label}
    </Button>
    <CodeFile onFile={onFile} />
  </>
);
