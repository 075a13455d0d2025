import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { home as texts } from '#portal/texts/home.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { FileDrop } from '#portal/ui/files/file-drop.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';

/** Functions of the feature for licences, which are loaded when the user enters a text. */
export type CodeReader = {
  hasWholeCode: (text: string) => boolean;
  keepCodes: (text: string) => string;
  readCodeFiles: (files: readonly File[]) => Promise<{ ok: true; text: string } | { ok: false; error: string }>;
};

/** The shortest code, which is a return code, has 31 characters. */
const minCodeLength = 31;

type PasteBoxProps = {
  loadCodeReader: () => Promise<CodeReader>;
  /** The height of the field in lines. */
  rows?: number;
  /** Whether the code is the next action of the page. */
  isNextAction?: boolean;
  /** Whether the user also gets licences for customers. */
  isForAgent?: boolean;
};

/**
 * The field for a code on the home page. A text or a file can also be pasted or dropped anywhere on the page. The box opens the
 * verification page with the code in the fragment of the address.
 */
export function PasteBox({ loadCodeReader, rows = 4, isNextAction = true, isForAgent = false }: PasteBoxProps) {
  const navigate = useNavigate();
  const { text, write, forget } = useTextDraft('code');
  const [error, setError] = useState<string>();

  const newestText = useRef(text);

  async function checkText(enteredText: string): Promise<void> {
    if (enteredText.trim() === '') return setError(fieldMessages.verificationCode);
    const { keepCodes } = await loadCodeReader();
    forget();
    await navigate({ to: '/license/verify', hash: `c=${encodeURIComponent(keepCodes(enteredText))}` });
  }

  /** Opens the check as soon as the field contains a whole code, which a keyboard, a voice or an extension may have entered. */
  async function checkWholeCode(enteredText: string): Promise<void> {
    if (enteredText.length < minCodeLength) return;
    const { hasWholeCode } = await loadCodeReader();
    if (newestText.current === enteredText && hasWholeCode(enteredText)) await checkText(enteredText);
  }

  async function checkFiles(files: readonly File[]): Promise<void> {
    const { readCodeFiles } = await loadCodeReader();
    const filesResult = await readCodeFiles(files);
    if (filesResult.ok) await checkText(filesResult.text);
    else setError(filesResult.error);
  }

  const openCheck = (enteredText: string): void => void checkText(enteredText);
  const openFiles = (files: readonly File[]): void => void checkFiles(files);
  usePasted({ onText: openCheck, onFiles: openFiles });

  return (
    <TextEntry
      label={texts.paste.field}
      hint={isForAgent ? texts.paste.hintForAgents : texts.paste.hint}
      error={error}
      rows={rows}
      autoCapitalize="characters"
      text={text}
      onChange={(value, isPastedOrDropped) => {
        write(value);
        setError(undefined);
        newestText.current = value;
        if (isPastedOrDropped) openCheck(value);
        else void checkWholeCode(value);
      }}
      onSubmit={() => openCheck(text)}
      actions={<PasteActions onText={openCheck} onFiles={openFiles} isNextAction={isNextAction} />}
    >
      <Link to="/license/verify">{texts.paste.noCode}</Link>
    </TextEntry>
  );
}

type PasteActionsProps = { onText: (text: string) => void; onFiles: (files: readonly File[]) => void };

const PasteActions = ({ isNextAction, ...dropHandlers }: PasteActionsProps & { isNextAction: boolean }) => (
  <>
    <Button type="submit" variant={isNextAction ? 'primary' : 'secondary'} icon={<ArrowRight aria-hidden="true" />}>
      {texts.paste.go}
    </Button>
    <FileDrop label={codeFile.choose} accept=".bvr,.txt,text/plain" dropLabel={codeFile.drop} {...dropHandlers} />
  </>
);
