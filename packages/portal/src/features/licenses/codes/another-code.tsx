import { ClipboardPaste } from 'lucide-react';
import { Button } from '#portal/ui/buttons/button.tsx';
import { CodeFile } from './code-file.tsx';

type AnotherCodeProps = {
  label: string;
  /** Whether a new code is the recommended next step. */
  isRecommended?: boolean;
  onRestart: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** The buttons that start again with another code: one to paste it, one to choose its file. */
export const AnotherCode = ({ label, isRecommended = false, onRestart, onFiles }: AnotherCodeProps) => (
  <>
    <Button
      variant={isRecommended ? 'primary' : 'secondary'}
      icon={<ClipboardPaste aria-hidden="true" />}
      onClick={onRestart}
    >
      {label}
    </Button>
    <CodeFile onFiles={onFiles} />
  </>
);
