import type { Tool } from '@basics/contract/tools.ts';
import { Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { isProblem } from '#portal/api/api-problem.ts';
import { tools as texts } from '#portal/texts/tools.ts';
import { forms } from '#portal/texts/forms.ts';
import { ui } from '#portal/texts/ui.ts';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { SidePanel } from '#portal/ui/overlays/side-panel.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/use-submit-key.ts';
import { AddOnFields } from './add-on-fields.tsx';
import { DeleteTool } from './delete-tool.tsx';
import { ToolFields } from './tool-fields.tsx';
import styles from './tools.module.css';
import { useToolForm } from './use-tool-form.ts';
import type { ToolForm } from './use-tool-form.ts';

const formId = 'tool';

type ToolPanelProps = {
  /** The tool to edit; null for a new tool. */
  tool: Tool | null;
  onClose: () => void;
};

/** The panel to edit one tool with its add-ons. Ctrl+Enter saves. Closing the panel with unsaved values asks for confirmation. */
export function ToolPanel({ tool: initialTool, onClose }: ToolPanelProps) {
  const editor = useToolForm(initialTool, onClose);
  const [isLeaving, setLeaving] = useState(false);
  const formRef = useSubmitKey();
  const { tool, form } = editor;
  const closeOrConfirm = (): void => (editor.isDirty() ? setLeaving(true) : onClose());
  return (
    <SidePanel
      title={tool ? texts.editing(tool.name) : texts.adding}
      onClose={closeOrConfirm}
      footer={
        <>
          {tool && <DeleteTool tool={tool} onDeleted={onClose} />}
          <Button onClick={closeOrConfirm}>{ui.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.formState.isSubmitting}
            icon={<Save aria-hidden="true" />}
          >
            {tool ? texts.form.save : texts.form.create}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={formId}
          ref={formRef}
          className={styles.form}
          noValidate
          onSubmit={(event) => void editor.submit(event)}
        >
          <DraftNotice draft={editor.draft} />
          <SaveProblem editor={editor} />
          <ToolFields tool={tool} />
          <AddOnFields storedAddOns={tool?.addOns ?? []} />
          <PoliciesLink tool={tool} />
          {tool && <RevocationList code={tool.code} />}
        </form>
      </FormProvider>
      <UnsavedGuard isDirty={editor.isDirty} onLeave={editor.draft.forget} />
      {isLeaving && (
        <Confirm
          title={forms.unsavedTitle}
          action={forms.leave}
          icon={<Trash2 aria-hidden="true" />}
          onConfirm={() => {
            editor.draft.forget();
            onClose();
          }}
          onCancel={() => setLeaving(false)}
        >
          <p>{forms.unsavedText}</p>
        </Confirm>
      )}
    </SidePanel>
  );
}

const PoliciesLink = ({ tool }: { tool: Tool | null }) =>
  tool === null ? (
    <p className={styles.muted}>{texts.form.policies}</p>
  ) : (
    <LinkButton to="/admin/policies" search={{ tool: tool.id }} variant="quiet">
      {texts.form.policiesLink}
    </LinkButton>
  );

/** A link to download the list of revoked licences of the tool, for PCs without a network. PCs with a network load the list themselves. */
const RevocationList = ({ code }: { code: number }) => (
  <p className={styles.muted}>
    <a href={`/.well-known/basics-revocations/${code}`} download>
      {texts.form.revocations}
    </a>
    <br />
    {texts.form.revocationsHint}
  </p>
);

/** Shows why the tool was not saved, and the next step. */
function SaveProblem({ editor: { problem, reload } }: { editor: ToolForm }) {
  if (problem === null) return null;
  if (!isProblem(problem, 'STALE')) return <ProblemNotice problem={problem} title={texts.form.saveFailed} />;
  return <StaleNotice title={problem.message} text={texts.form.staleText} load={texts.form.stale} onReload={reload} />;
}
