import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { words } from '@basics/contract/words.ts';
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
 * Takes a code that is pasted or dropped anywhere on the page, as a text or a file, and opens the page that checks it, with the code in
 * the fragment as in a link.
 */
export function PasteBox() {
  const navigate = useNavigate();
  const { text, write, forget } = useTextDraft('code');
  const [error, setError] = useState<string>();

  function check(given: string): void {
    if (given.trim() === '') setError(words.verificationCode);
    else {
      forget();
      void navigate({ to: '/license/verify', hash: `c=${encodeURIComponent(given.slice(0, limits.text.code))}` });
    }
  }

  async function checkFile(file: File): Promise<void> {
    const read = await readFileText(file);
    if (read.ok) check(read.text);
    else setError(codeFile.bad[read.reason]);
  }

  usePasted({ onText: check, onFiles: ([file]) => file && void checkFile(file) });

  return (
    <Card title={texts.paste.title}>
      <TextEntry
        label={texts.paste.field}
        hint={texts.paste.hint}
        error={error}
        rows={4}
        autoCapitalize="characters"
        text={text}
        onChange={(value, hasArrived) => {
          write(value);
          setError(undefined);
          if (hasArrived) check(value);
        }}
        onSubmit={() => check(text)}
        actions={
          <>
            <Button type="submit" variant="primary" icon={<ArrowRight aria-hidden="true" />}>
              {texts.paste.go}
            </Button>
            <FileDrop
              label={codeFile.choose}
              accept=".bvr,.txt,text/plain"
              dropLabel={codeFile.drop}
              onText={check}
              onFile={(file) => void checkFile(file)}
            />
          </>
        }
      >
        <Link to="/license/verify">{texts.paste.noCode}</Link>
      </TextEntry>
    </Card>
  );
}
