import type { Tool } from '@basics/contract/tools/tools.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type FieldPath } from 'react-hook-form';
import { tools as texts } from '#portal/texts/tools.ts';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import {
  hasChangedValues,
  emptyTool,
  parseChangedTool,
  parseNewTool,
  createToolResolver,
  toToolValues,
} from './tool-values.ts';
import type { ToolValues } from './tool-values.ts';
import { allTools, changeTool, createTool, invalidateTools } from './tools.queries.ts';

/** The paths of the fields for which the server can return errors. */
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

/** The state of the form for one tool, which is null for a new tool. `onSaved` closes the panel. */
export function useToolForm(initialTool: Tool | null, onSaved: () => void) {
  // The tool is kept in a state, so that a background reload does not change the values that the user is typing.
  const [tool, setTool] = useState(initialTool);
  const initialValues = tool === null ? emptyTool : toToolValues(tool);
  const form = useForm<ToolValues>({
    defaultValues: initialValues,
    resolver: createToolResolver(tool?.version ?? null),
  });
  const draft = useFormDraft(form, tool === null ? 'new tool' : `tool ${tool.id}`, initialValues);
  const { problem, attempt } = useAttempt(paths, form.setError);
  const client = useQueryClient();
  const toasts = useToasts();

  async function save(values: ToolValues): Promise<void> {
    await attempt(async () => {
      const savedTool = await saveTool(tool, values);
      draft.forget();
      onSaved();
      toasts.done((tool === null ? texts.form.created : texts.form.saved)(savedTool.name));
      await invalidateTools(client);
    });
  }

  /** Resets the form to the current version of the tool. If the tool was deleted, the panel closes. */
  async function reload(): Promise<void> {
    const newestTool = (await client.fetchQuery({ ...allTools, staleTime: 0 })).find(({ id }) => id === tool?.id);
    if (!newestTool) {
      onSaved();
      return toasts.problem(texts.form.gone);
    }
    setTool(newestTool);
    form.reset(toToolValues(newestTool));
    draft.forget();
    form.setFocus('name');
  }

  return {
    tool,
    form,
    draft,
    problem,
    reload,
    isDirty: () => hasChangedValues(initialValues, form.getValues()),
    submit: form.handleSubmit(save),
  };
}

export type ToolForm = ReturnType<typeof useToolForm>;

function saveTool(tool: Tool | null, values: ToolValues): Promise<Tool> {
  if (tool === null) return createTool(parseNewTool(values).data ?? throwUnreadable());
  return changeTool(tool.id, parseChangedTool(values, tool.version).data ?? throwUnreadable());
}

function throwUnreadable(): never {
  throw new Error('a valid form could not be parsed');
}
