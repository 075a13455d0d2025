import { codeFile as texts } from '#portal/texts/code-file.ts';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';

/** A button to choose a file with a verification code. A file can also be dropped anywhere on the page. */
export const CodeFile = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => (
  <FileDrop label={texts.choose} accept=".bvr,.txt,text/plain" dropLabel={texts.drop} onFiles={onFiles} />
);
