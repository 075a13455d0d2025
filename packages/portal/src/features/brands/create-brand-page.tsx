import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FullBrand } from '@basics/contract/brands/brands.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { LoadFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { BrandForm } from './brand-form.tsx';
import { BrandSkeleton } from './brand-skeleton.tsx';
import { createInitialValues, listFreeNumbers, parseNewBrand } from './brand-values.ts';
import { allBrands, createBrand, invalidateBrands } from './brands.queries.ts';

/**
 * The page on which administrators create a brand. A portal can have only as many brands as there are brand numbers in
 * licence codes.
 */
export function CreateBrandPage() {
  const { data, error, refetch } = useQuery({ ...allBrands, refetchOnWindowFocus: false });
  return (
    <>
      <PageHeading title={texts.creating.title} introText={texts.creating.lead} />
      {data && <NewBrand existingBrands={data} />}
      {!data && error && (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <BrandSkeleton />}
    </>
  );
}

function NewBrand({ existingBrands }: { existingBrands: readonly FullBrand[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [initialValues] = useState(() => createInitialValues(existingBrands));
  if (initialValues === null)
    return <Notice tone="info" title={texts.full} actions={<LinkButton to="/admin/brands">{texts.back}</LinkButton>} />;
  return (
    <BrandForm
      initialValues={initialValues}
      freeNumbers={listFreeNumbers(existingBrands)}
      parseValues={parseNewBrand}
      sendBody={async (body) => {
        const brand = await createBrand(body);
        toasts.done(texts.creating.done(brand.name));
        void invalidateBrands(client);
        await navigate({ to: '/admin/brands/$brandId', params: { brandId: brand.id }, ignoreBlocker: true });
      }}
      onSent={() => undefined}
      submitLabel={texts.creating.submit}
    />
  );
}
