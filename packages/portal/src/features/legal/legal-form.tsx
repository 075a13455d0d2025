import { limits } from '@basics/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { FileText, Save } from 'lucide-react';
import { useState } from 'react';
import { isProblem } from '#portal/api/api-problem.ts';
import { legal as texts } from '#portal/texts/legal.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Markdown } from '#portal/ui/content/markdown.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/use-submit-key.ts';
import styles from './legal.module.css';
import { createLegalTextQuery, writeLegalText } from './legal.queries.ts';
import type { EditedText, LegalKey } from './legal.queries.ts';
import { createStandardText } from './standard-text.ts';

type LegalFormProps = { legalKey: LegalKey; found: EditedText; onReload: () => unknown };

const { editing: words } = texts;

export function LegalForm({ legalKey, found, onReload }: LegalFormProps) {
  const element = useSubmitKey();
  const { saved, text, refused, type, forget, isBusy, problem, save } = useLegalEditor(legalKey, found);
  const standard = createStandardText(legalKey.document, found.brand);
  const isEmpty = text.trim() === '';

  /** Loads the current text; the typed text is discarded. */
  function reload(): unknown {
    forget();
    return onReload();
  }

  return (
    <form
      className={styles.form}
      noValidate
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={styles.sides}>
        <TextArea
          label={words.text}
          hint={words.textHint}
          optional
          rows={24}
          maxLength={limits.text.legal}
          value={text}
          error={refused}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <Card title={words.preview}>
          {isEmpty && <p className={styles.lead}>{words.showsStandard}</p>}
          <Markdown text={isEmpty ? standard : text} level={3} />
        </Card>
      </div>
      {isProblem(problem, 'STALE') && <StaleNotice {...words.stale} onReload={reload} />}
      {problem && !isProblem(problem, 'STALE') && <ProblemNotice problem={problem} title={words.failed} />}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isBusy} icon={<Save aria-hidden="true" />}>
          {words.save}
        </Button>
        {isEmpty && (
          <Button icon={<FileText aria-hidden="true" />} onClick={() => type(standard)}>
            {words.takeStandard}
          </Button>
        )}
        <LinkButton to={`/admin/brands/${legalKey.id}`} variant="quiet">
          {words.back}
        </LinkButton>
      </div>
      <UnsavedGuard isDirty={() => text.trim() !== saved.text} onLeave={forget} />
    </form>
  );
}

const names = ['text'] as const;

/** The typed text, and the version of the text that the last change on this page returned. */
function useLegalEditor(legalKey: LegalKey, found: EditedText) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [saved, setSaved] = useState({ text: found.text, version: found.version });
  const { text, write, forget } = useTextDraft(`legal ${legalKey.document} ${legalKey.id}`, found.text);
  const [refused, setRefused] = useState<string>();
  const { problem, isBusy, attempt } = useAttempt(names, (_, { message }) => setRefused(message));

  const save = (): Promise<void> =>
    attempt(async () => {
      setRefused(undefined);
      const written = await writeLegalText(legalKey, { text, version: saved.version });
      forget();
      setSaved(written);
      client.setQueryData(createLegalTextQuery(legalKey).queryKey, written);
      toasts.done(words.saved);
    });

  return { saved, text, refused, type: write, forget, isBusy, problem, save };
}
