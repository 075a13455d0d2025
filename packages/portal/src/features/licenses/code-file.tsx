import { licenses as texts } from '#portal/texts/licenses.ts';
import { FileDrop } from '#portal/ui/forms/file-drop.tsx';

/** Reads a verification code from a file, chosen or dropped anywhere on the page. */
export const CodeFile = ({ onFile }: { onFile: (file: File) => void }) => (
  <FileDrop label={texts.entry.chooseFile} accept=".bvr,.txt,text/plain" dropLabel={texts.entry.drop} onFile={onFile} />
);
