import type { Tool, AddOn } from '@basics/contract/tools/tools.ts';
import { Trash2, Plus } from 'lucide-react';
import { FormProvider, useFieldArray, useFormContext } from 'react-hook-form';
import { isProblem } from '#portal/api/api-problem.ts';
import { tools as texts } from '#portal/texts/tools.ts';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { FormPanel } from '#portal/session/editing/form-panel.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { ToolFields } from './tool-fields.tsx';
import styles from './tools.module.css';
import { useToolForm, type ToolForm } from './use-tool-form.ts';
import { ErrorText } from '#portal/ui/fields/form-field.tsx';
import { AddOnRow } from './add-on-row.tsx';
import { findFreeBit, type ToolValues } from './tool-values.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { invalidateTools, removeTool } from './tools.queries.ts';

type ToolPanelProps = {
  /** The tool to edit; null for a new tool. */
  tool: Tool | null;
  onClose: () => void;
};

/** The panel to edit one tool with its add-ons. */
export function ToolPanel({ tool: initialTool, onClose }: ToolPanelProps) {
  const editor = useToolForm(initialTool, onClose);
  const { tool, form } = editor;
  return (
    <FormProvider {...form}>
      <FormPanel
        title={tool ? texts.editing(tool.name) : texts.adding}
        isDirty={editor.isDirty}
        draft={editor.draft}
        isBusy={form.formState.isSubmitting}
        submitLabel={tool ? texts.form.save : texts.form.create}
        deletion={tool && <DeleteTool tool={tool} onDeleted={onClose} />}
        className={styles.form}
        onSubmit={editor.submit}
        onClose={onClose}
      >
        <SaveProblem editor={editor} />
        <ToolFields tool={tool} />
        <AddOnFields storedAddOns={tool?.addOns ?? []} />
        <PoliciesLink tool={tool} />
        {tool && <RevocationList code={tool.code} />}
      </FormPanel>
    </FormProvider>
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

/** The fields for the add-ons of a tool, each with its bit in a licence. */
function AddOnFields({ storedAddOns }: { storedAddOns: readonly AddOn[] }) {
  const { control, formState, getValues } = useFormContext<ToolValues>();
  // The form library would use `id` for its own key, but an add-on already has an `id`.
  const rows = useFieldArray({ control, name: 'addOns', keyName: 'rowKey' });
  const isFull = findFreeBit(rows.fields) === null;
  const problem = formState.errors.addOns?.root?.message ?? formState.errors.addOns?.message;
  const addRow = (): void =>
    rows.append({ id: '', name: '', bit: String(findFreeBit(getValues('addOns')) ?? ''), retired: false });
  return (
    <section className={styles.addOns} aria-labelledby="add-ons">
      <h3 id="add-ons">{texts.addOns}</h3>
      <p className={styles.muted}>{texts.form.addOnsLead}</p>
      {problem !== undefined && <ErrorText>{problem}</ErrorText>}
      {rows.fields.length === 0 && <p>{texts.form.noAddOns}</p>}
      {rows.fields.map(({ rowKey, id }, index) => (
        <AddOnRow
          key={rowKey}
          index={index}
          storedAddOn={storedAddOns.find((addOn) => addOn.id === id && id !== '') ?? null}
          onRemove={() => rows.remove(index)}
        />
      ))}
      <div>
        <Button icon={<Plus aria-hidden="true" />} disabled={isFull} onClick={addRow}>
          {texts.form.addAddOn}
        </Button>
        {isFull && <p className={styles.muted}>{texts.form.addOnFull}</p>}
      </div>
    </section>
  );
}

/** A button that deletes a tool. If the tool is in use, the component shows no button but a text that says where the tool is used. */
function DeleteTool({ tool, onDeleted }: { tool: Tool; onDeleted: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { grants, requests, licenses } = tool.uses;
  if (grants + requests + licenses > 0) return <p className={styles.inUse}>{texts.deletion.inUse(tool.uses)}</p>;
  return (
    <div className={styles.remove}>
      <ConfirmedAct
        variant="quiet"
        icon={<Trash2 aria-hidden="true" />}
        title={texts.deletion.question(tool.name)}
        text={texts.deletion.text}
        action={texts.deletion.action}
        failed={texts.deletion.failed}
        run={async () => {
          await removeTool(tool.id);
          onDeleted();
          toasts.done(texts.deletion.done(tool.name));
          await invalidateTools(client);
        }}
      >
        {texts.deletion.action}
      </ConfirmedAct>
    </div>
  );
}
