import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { limits } from '@basics/contract/limits.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { home as texts } from '#portal/texts/home.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { FileDrop } from '#portal/ui/forms/file-drop.tsx';
import { TextEntry } from '#portal/ui/forms/text-entry.tsx';
import { readFileText } from '#portal/ui/forms/text-of-file.ts';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';

/**
 * The field for a code on the home page. A text or a file can also be pasted or dropped anywhere on the page. The box opens the
 * verification page with the code in the fragment of the address.
 */
export function PasteBox() {
  const navigate = useNavigate();
  const { text, write, forget } = useTextDraft('code');
  const [error, setError] = useState<string>();

  function openCheck(code: string): void {
    if (code.trim() === '') setError(fieldMessages.verificationCode);
    else {
      forget();
      void navigate({ to: '/license/verify', hash: `c=${encodeURIComponent(code.slice(0, limits.text.code))}` });
    }
  }

  async function openFile(file: File): Promise<void> {
    const fileText = await readFileText(file);
    if (fileText.ok) openCheck(fileText.text);
    else setError(codeFile.bad[fileText.reason]);
  }

  usePasted({ onText: openCheck, onFiles: ([file]) => file && void openFile(file) });

  return (
    <Card title={texts.paste.title}>
      <TextEntry
        label={texts.paste.field}
        hint={texts.paste.hint}
        error={error}
        rows={4}
        autoCapitalize="characters"
        text={text}
        onChange={(value, isPastedOrDropped) => {
          write(value);
          setError(undefined);
          if (isPastedOrDropped) openCheck(value);
        }}
        onSubmit={() => openCheck(text)}
        actions={
          <>
            <Button type="submit" variant="primary" icon={<ArrowRight aria-hidden="true" />}>
              {texts.paste.go}
            </Button>
            <FileDrop
              label={codeFile.choose}
              accept=".bvr,.txt,text/plain"
              dropLabel={codeFile.drop}
              onText={openCheck}
              onFile={(file) => void openFile(file)}
            />
          </>
        }
      >
        <Link to="/license/verify">{texts.paste.noCode}</Link>
      </TextEntry>
    </Card>
  );
}
