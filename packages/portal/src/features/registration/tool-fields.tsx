import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { registration } from '@basics/contract/registration/registration.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { registration as texts } from '#portal/texts/registration.ts';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import styles from './register.module.css';
import { createToolsQuery, type Registration } from './registration.queries.ts';

type Tool = Reply<typeof registration.configTool>['tools'][number];
type ToolFieldsProps = { form: UseFormReturn<Registration>; emailAddress: string };

/** The fields for brand and tool. If a new brand does not offer the selected tool, the tool is removed with a message. */
export function ToolFields({ form, emailAddress }: ToolFieldsProps) {
  const toolsQuery = useQuery(createToolsQuery(emailAddress));
  const { data } = toolsQuery;
  const brand = useController({ control: form.control, name: 'brand' });
  const tool = useController({ control: form.control, name: 'tool' });
  const [selectedToolId, setSelectedToolId] = useState('');
  const tools = data?.tools ?? [];
  const brandTools = listTools(tools, brand.field.value);
  const placeholder = data || toolsQuery.isError ? texts.choose : texts.loading;

  const handleToolsLoaded = useEffectEvent((loadedTools: typeof data) => {
    if (loadedTools) updateSelection(form, loadedTools.tools);
  });
  useEffect(() => handleToolsLoaded(data), [data]);

  return (
    <>
      <div className={styles.pair}>
        <Select
          {...brand.field}
          label={texts.brand}
          options={toOptions(listBrands(tools))}
          placeholder={placeholder}
          error={brand.fieldState.error?.message}
          onChange={(event) => {
            brand.field.onChange(event);
            updateSelection(form, tools);
          }}
        />
        <Select
          {...tool.field}
          label={texts.tool}
          options={toOptions(brandTools)}
          placeholder={data && brand.field.value === '' ? texts.chooseBrandFirst : placeholder}
          error={tool.fieldState.error?.message}
          onChange={(event) => {
            setSelectedToolId(event.currentTarget.value);
            tool.field.onChange(event);
          }}
        />
      </div>
      <output className={styles.lost}>
        {describeRemovedTool(tools, { selectedToolId, brand: brand.field.value })}
      </output>
      {toolsQuery.isError && <LoadFailed title={texts.toolsFailed} onRetry={() => void toolsQuery.refetch()} />}
    </>
  );
}

/** Removes a brand or tool that is not available, and selects the tool if the brand has only one. */
function updateSelection(form: UseFormReturn<Registration>, tools: readonly Tool[]): void {
  const { brand, tool } = form.getValues();
  const shouldValidate = form.formState.isSubmitted;
  if (brand !== '' && !listBrands(tools).some(({ id }) => id === brand)) form.setValue('brand', '', { shouldValidate });
  const brandTools = listTools(tools, brand);
  if (brandTools.some(({ id }) => id === tool)) return;
  const onlyTool = brandTools.length === 1 ? brandTools[0] : undefined;
  form.setValue('tool', onlyTool?.id ?? '', { shouldValidate });
}

/** Returns a message if the brand does not offer the tool that the user selected, or else null. */
function describeRemovedTool(
  tools: readonly Tool[],
  { selectedToolId, brand }: { selectedToolId: string; brand: string },
): string | null {
  const tool = tools.find(({ id }) => id === selectedToolId);
  const brandName = listBrands(tools).find(({ id }) => id === brand)?.name;
  if (!tool || brandName === undefined || listTools(tools, brand).includes(tool)) return null;
  return texts.toolReset(tool.name, brandName);
}

const listTools = (tools: readonly Tool[], brandId: string): Tool[] =>
  tools.filter(({ brands }) => brands.some(({ id }) => id === brandId));

const listBrands = (tools: readonly Tool[]): { id: string; name: string }[] => [
  ...new Map(tools.flatMap(({ brands }) => brands).map((brand) => [brand.id, brand])).values(),
];

const toOptions = (records: readonly { id: string; name: string }[]) =>
  records.map(({ id, name }) => ({ value: id, label: name }));
