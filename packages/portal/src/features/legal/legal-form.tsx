import { limits } from '@basics/contract/calls/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { isProblem } from '#portal/api/api-problem.ts';
import { legal as texts } from '#portal/texts/legal.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Form, useSubmitKey } from '#portal/ui/forms/form.tsx';
import { SaveBar } from '#portal/ui/forms/save-bar.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import styles from './legal.module.css';
import { createLegalTextQuery, writeLegalText, type EditedText, type LegalKey } from './legal.queries.ts';
import { createStandardText } from './standard-text.ts';

type LegalFormProps = { legalKey: LegalKey; loadedText: EditedText; onReload: () => unknown };

const { editing: editingTexts } = texts;

export function LegalForm({ legalKey, loadedText, onReload }: LegalFormProps) {
  const formRef = useSubmitKey();
  const { savedText, text, refusal, changeText, forget, isBusy, problem, save } = useLegalEditor(legalKey, loadedText);
  const standardText = createStandardText(legalKey.document, loadedText.brand);
  const isEmpty = text.trim() === '';
  const isDirty = text.trim() !== savedText.text;

  /** Discards the typed text and loads the current text. */
  function reloadText(): unknown {
    forget();
    return onReload();
  }

  return (
    <Form className={styles.form} ref={formRef} onSubmit={save}>
      <div className={styles.sides}>
        <Card>
          <TextArea
            label={editingTexts.text}
            hint={editingTexts.textHint}
            optional
            rows={24}
            maxLength={limits.text.legal}
            value={text}
            error={refusal}
            onChange={({ currentTarget }) => changeText(currentTarget.value)}
          />
        </Card>
        <Card title={editingTexts.preview}>
          <div className={styles.part}>
            {isEmpty && (
              <>
                <p className={styles.intro}>{editingTexts.showsStandard}</p>
                <p className={styles.actions}>
                  <Button icon={<FileText aria-hidden="true" />} onClick={() => changeText(standardText)}>
                    {editingTexts.takeStandard}
                  </Button>
                </p>
              </>
            )}
            <Markdown text={isEmpty ? standardText : text} level={3} />
          </div>
        </Card>
      </div>
      <SaveBar submit={editingTexts.save} busy={isBusy} back={`/admin/brands/${legalKey.id}`} isChanged={isDirty}>
        {isProblem(problem, 'STALE') && <StaleNotice {...editingTexts.stale} onReload={reloadText} />}
        {problem && !isProblem(problem, 'STALE') && <ProblemNotice problem={problem} title={editingTexts.failed} />}
      </SaveBar>
      <UnsavedGuard isDirty={() => isDirty} onLeave={forget} save={save} />
    </Form>
  );
}

const fieldNames = ['text'] as const;

/** Returns the state of the editor: the typed text, and the text and version that were last saved. */
function useLegalEditor(legalKey: LegalKey, loadedText: EditedText) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [savedText, setSavedText] = useState({ text: loadedText.text, version: loadedText.version });
  const { text, write, forget } = useTextDraft(`legal ${legalKey.document} ${legalKey.id}`, loadedText.text);
  const [refusal, setRefusal] = useState<string>();
  const { problem, isBusy, attempt } = useAttempt(fieldNames, (_, { message }) => setRefusal(message));

  const saveText = (): Promise<void> =>
    attempt(async () => {
      setRefusal(undefined);
      const newText = await writeLegalText(legalKey, { text, version: savedText.version });
      forget();
      setSavedText(newText);
      client.setQueryData(createLegalTextQuery(legalKey).queryKey, newText);
      toasts.done(editingTexts.saved);
    });

  return { savedText, text, refusal, changeText: write, forget, isBusy, problem, save: saveText };
}
