import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@basics/contract/endpoint.ts';
import type { registration } from '@basics/contract/registration.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { registration as texts } from '#portal/texts/registration.ts';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import styles from './register.module.css';
import { createToolsQuery } from './registration.queries.ts';
import type { Registration } from './registration.queries.ts';

type Tool = Reply<typeof registration.configTool>['tools'][number];
type ToolFieldsProps = { form: UseFormReturn<Registration>; address: string };

/** The brand and the tools it offers: a tool that the brand does not offer is removed with a message. */
export function ToolFields({ form, address }: ToolFieldsProps) {
  const offer = useQuery(createToolsQuery(address));
  const { data } = offer;
  const brand = useController({ control: form.control, name: 'brand' });
  const tool = useController({ control: form.control, name: 'tool' });
  const [wanted, setWanted] = useState('');
  const tools = data?.tools ?? [];
  const offered = listTools(tools, brand.field.value);
  const placeholder = data || offer.isError ? texts.choose : texts.loading;

  const meetOffer = useEffectEvent((known: typeof data) => {
    if (known) keepTool(form, known.tools);
  });
  useEffect(() => meetOffer(data), [data]);

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
            keepTool(form, tools);
          }}
        />
        <Select
          {...tool.field}
          label={texts.tool}
          options={toOptions(offered)}
          placeholder={data && brand.field.value === '' ? texts.chooseBrandFirst : placeholder}
          error={tool.fieldState.error?.message}
          onChange={(event) => {
            setWanted(event.currentTarget.value);
            tool.field.onChange(event);
          }}
        />
      </div>
      <output className={styles.lost}>{describeLostTool(tools, { wanted, brand: brand.field.value })}</output>
      {offer.isError && <LoadFailed title={texts.toolsFailed} onRetry={() => void offer.refetch()} />}
    </>
  );
}

/** Updates the tool for the brand, and the brand for the offer: keeps a valid choice, and selects the only one. */
function keepTool(form: UseFormReturn<Registration>, tools: readonly Tool[]): void {
  const { brand, tool } = form.getValues();
  const shouldValidate = form.formState.isSubmitted;
  if (brand !== '' && !listBrands(tools).some(({ id }) => id === brand)) form.setValue('brand', '', { shouldValidate });
  const offered = listTools(tools, brand);
  if (offered.some(({ id }) => id === tool)) return;
  const only = offered.length === 1 ? offered[0] : undefined;
  form.setValue('tool', only?.id ?? '', { shouldValidate });
}

/** Says that the selected tool is not offered for this brand. */
function describeLostTool(tools: readonly Tool[], { wanted, brand }: { wanted: string; brand: string }): string | null {
  const tool = tools.find(({ id }) => id === wanted);
  const name = listBrands(tools).find(({ id }) => id === brand)?.name;
  if (!tool || name === undefined || listTools(tools, brand).includes(tool)) return null;
  return texts.toolReset(tool.name, name);
}

const listTools = (tools: readonly Tool[], brandId: string): Tool[] =>
  tools.filter(({ brands }) => brands.some(({ id }) => id === brandId));

const listBrands = (tools: readonly Tool[]): { id: string; name: string }[] => [
  ...new Map(tools.flatMap(({ brands }) => brands).map((brand) => [brand.id, brand])).values(),
];

const toOptions = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));
