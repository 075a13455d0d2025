import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { words } from '@basics/contract/words.ts';
import { limits } from '@basics/contract/limits.ts';
import { home as texts } from '#portal/texts/home.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import styles from './home-page.module.css';

/** Takes a code and opens the page that checks it, with the code in the fragment as in a link. A pasted code is submitted at once. */
export function PasteBox() {
  const navigate = useNavigate();
  const { text, write, forget } = useTextDraft('code');
  const [error, setError] = useState<string>();

  function goOn(pasted: string): void {
    if (pasted.trim() === '') setError(words.verificationCode);
    else {
      forget();
      void navigate({ to: '/license/verify', hash: `c=${encodeURIComponent(pasted.slice(0, limits.text.code))}` });
    }
  }

  return (
    <Card title={texts.paste.title}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          goOn(text);
        }}
      >
        <TextArea
          label={texts.paste.field}
          hint={texts.paste.hint}
          error={error}
          rows={4}
          value={text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={({ currentTarget: { value }, nativeEvent }) => {
            write(value);
            setError(undefined);
            if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste') goOn(value);
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" icon={<ArrowRight aria-hidden="true" />}>
            {texts.paste.go}
          </Button>
          <Link to="/license/verify">{texts.paste.otherwise}</Link>
        </div>
      </form>
    </Card>
  );
}
