import { Save, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { forms } from '#portal/texts/forms.ts';
import { ui } from '#portal/texts/ui.ts';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import type { FormDraft } from '#portal/session/drafts/use-draft.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { useSubmitKey } from '#portal/ui/forms/form.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';
import { SidePanel } from '#portal/ui/overlays/side-panel.tsx';

type FormPanelProps = {
  title: string;
  isDirty: () => boolean;
  draft: FormDraft;
  isBusy: boolean;
  submitLabel: string;
  /** The button that deletes the record. */
  deletion?: Elements;
  className?: string | undefined;
  onSubmit: () => unknown;
  onClose: () => void;
  /** The fields of the form. */
  children: Elements;
};

/**
 * A panel with the form of one record. Ctrl+Enter saves. Closing the panel with unsaved values asks first, and forgets the draft of the form.
 */
export function FormPanel({ title, isDirty, draft, isBusy, submitLabel, deletion, ...props }: FormPanelProps) {
  const { className, onSubmit, onClose, children } = props;
  const formId = useId();
  const formRef = useSubmitKey();
  const [isLeaving, setLeaving] = useState(false);
  const close = (): void => {
    draft.forget();
    onClose();
  };
  const closeOrConfirm = (): void => (isDirty() ? setLeaving(true) : close());
  return (
    <SidePanel
      title={title}
      onClose={closeOrConfirm}
      footer={
        <>
          {deletion}
          <Button onClick={closeOrConfirm}>{ui.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} icon={<Save aria-hidden="true" />}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DraftNotice draft={draft} />
        {children}
      </form>
      <UnsavedGuard isDirty={isDirty} onLeave={draft.forget} />
      {isLeaving && (
        <Confirm
          title={forms.unsavedTitle}
          action={forms.leave}
          icon={<Trash2 aria-hidden="true" />}
          onConfirm={close}
          onCancel={() => setLeaving(false)}
        >
          <p>{forms.unsavedText}</p>
        </Confirm>
      )}
    </SidePanel>
  );
}
