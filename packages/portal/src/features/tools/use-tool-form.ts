import type { Tool } from '@basics/contract/tools.ts';
import { limits } from '@basics/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldPath } from 'react-hook-form';
import { tools as texts } from '#portal/texts/tools.ts';
import { useFormDraft } from '#portal/session/drafts/use-form-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { areDifferent, emptyTool, readChange, readNew, createResolver, toValues } from './tool-values.ts';
import type { ToolValues } from './tool-values.ts';
import { allTools, changeTool, createTool, invalidateTools } from './tools.queries.ts';

/** The fields that an error of the server can refer to. */
const paths: readonly FieldPath<ToolValues>[] = [
  'id',
  'code',
  'name',
  'maxMajor',
  ...Array.from({ length: limits.tool.addOns }, (_, index) => index).flatMap(
    (index) => [`addOns.${index}.id`, `addOns.${index}.name`, `addOns.${index}.bit`] as const,
  ),
  'addOns',
];

/** Holds the form of one tool: a new one, or the version that was opened. `onSaved` closes the panel. */
export function useToolForm(given: Tool | null, onSaved: () => void) {
  // Reloads in the background do not change the values that the user is typing.
  const [tool, setTool] = useState(given);
  const base = tool === null ? emptyTool : toValues(tool);
  const form = useForm<ToolValues>({ defaultValues: base, resolver: createResolver(tool?.version ?? null) });
  const draft = useFormDraft(form, tool === null ? 'new tool' : `tool ${tool.id}`, base);
  const { problem, attempt } = useAttempt(paths, form.setError);
  const client = useQueryClient();
  const toasts = useToasts();

  async function save(values: ToolValues): Promise<void> {
    await attempt(async () => {
      const saved = await write(tool, values);
      draft.forget();
      onSaved();
      toasts.done((tool === null ? texts.form.created : texts.form.saved)(saved.name));
      await invalidateTools(client);
    });
  }

  /** Starts again with the current version of the tool; a deleted tool closes the panel. */
  async function reload(): Promise<void> {
    const fresh = (await client.fetchQuery({ ...allTools, staleTime: 0 })).find(({ id }) => id === tool?.id);
    if (!fresh) {
      onSaved();
      return toasts.problem(texts.form.gone);
    }
    setTool(fresh);
    form.reset(toValues(fresh));
    draft.forget();
    form.setFocus('name');
  }

  return {
    tool,
    form,
    draft,
    problem,
    reload,
    isDirty: () => areDifferent(base, form.getValues()),
    submit: form.handleSubmit(save),
  };
}

export type ToolForm = ReturnType<typeof useToolForm>;

function write(tool: Tool | null, values: ToolValues): Promise<Tool> {
  if (tool === null) return createTool(readNew(values).data ?? createFault());
  return changeTool(tool.id, readChange(values, tool.version).data ?? createFault());
}

function createFault(): never {
  throw new Error('a form that was accepted cannot be read');
}
