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
  /** Null for a new one. */
  tool: Tool | null;
  onClose: () => void;
};

/** One tool with its add-ons, beside the list. Ctrl+Enter saves; leaving with unsaved values asks for confirmation. */
export function ToolPanel({ tool: given, onClose }: ToolPanelProps) {
  const editor = useToolForm(given, onClose);
  const [isLeaving, setLeaving] = useState(false);
  const element = useSubmitKey();
  const { tool, form } = editor;
  const leave = (): void => (editor.isDirty() ? setLeaving(true) : onClose());
  return (
    <SidePanel
      title={tool?.name ?? texts.adding}
      onClose={leave}
      footer={
        <>
          {tool && <DeleteTool tool={tool} onDeleted={onClose} />}
          <Button onClick={leave}>{ui.cancel}</Button>
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
          ref={element}
          className={styles.form}
          noValidate
          onSubmit={(event) => void editor.submit(event)}
        >
          <DraftNotice draft={editor.draft} />
          <Refusal editor={editor} />
          <ToolFields tool={tool} />
          <AddOnFields standing={tool?.addOns ?? []} />
          <OwnPolicies tool={tool} />
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

const OwnPolicies = ({ tool }: { tool: Tool | null }) =>
  tool === null ? (
    <p className={styles.muted}>{texts.form.policies}</p>
  ) : (
    <LinkButton to="/admin/policies" search={{ tool: tool.id }} variant="quiet">
      {texts.form.policiesLink}
    </LinkButton>
  );

/** The public list that names the revoked licences of the tool; PCs with a network fetch it themselves. */
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
function Refusal({ editor: { problem, reload } }: { editor: ToolForm }) {
  if (problem === null) return null;
  if (!isProblem(problem, 'STALE')) return <ProblemNotice problem={problem} title={texts.form.saveFailed} />;
  return <StaleNotice title={problem.message} text={texts.form.staleText} load={texts.form.stale} onReload={reload} />;
}
