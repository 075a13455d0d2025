import type { FullBrand } from '@basics/contract/brands.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isProblem, readRequestId } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { NotFoundCard } from '#portal/ui/feedback/not-found-card.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { BrandActions } from './brand-care.tsx';
import { BrandForm } from './brand-form.tsx';
import { BrandSkeleton } from './brand-skeleton.tsx';
import { readChangedBrand, toValues } from './brand-values.ts';
import styles from './brand.module.css';
import { createBrandQuery, invalidateBrands, updateBrand } from './brands.queries.ts';
import { PicturesCard } from './pictures-card.tsx';

type BrandPageProps = {
  /** The card of another feature about the brand: its legal texts. */
  renderTexts: (brand: FullBrand) => ReactNode;
};

/** One brand: its data and colours, images, texts, whether it is the default, and its deletion. */
export function BrandPage({ renderTexts }: BrandPageProps) {
  const { brandId = '' } = useParams({ strict: false });
  const { data, error, refetch, dataUpdatedAt } = useQuery(createBrandQuery(brandId));
  if (data) {
    // A newly loaded brand resets the form.
    return (
      <Found
        key={dataUpdatedAt}
        found={data}
        renderTexts={renderTexts}
        onReload={() => refetch({ throwOnError: true })}
      />
    );
  }
  if (!error) {
    return (
      <>
        <PageHeading title={texts.title} />
        <BrandSkeleton />
      </>
    );
  }
  if (isProblem(error, 'RESULTS_NOT_FOUND') || isProblem(error, 'PAGE_NOT_FOUND')) {
    return (
      <NotFoundCard
        title={texts.notFound}
        text={texts.notFoundText}
        actions={<LinkButton to="/admin/brands">{texts.back}</LinkButton>}
      />
    );
  }
  return (
    <>
      <PageHeading title={texts.title} />
      <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
    </>
  );
}

type FoundProps = BrandPageProps & { found: FullBrand; onReload: () => unknown };

/** The version comes from the last change made on this page, so that only changes by other users cause a conflict. */
function Found({ found, renderTexts, onReload }: FoundProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [brand, setBrand] = useState(found);
  const keep = (changed: FullBrand): void => {
    setBrand(changed);
    void invalidateBrands(client);
  };
  const { id, theme, code } = brand;
  return (
    <>
      <PageHeading title={brand.name} lead={texts.facts(id, theme, code)} />
      <div className={styles.page}>
        <BrandForm
          base={toValues(found)}
          read={readChangedBrand(brand.version)}
          send={async (body) => keep(await updateBrand(id, body))}
          onSent={() => toasts.done(texts.form.saved)}
          onReload={onReload}
          submit={texts.form.save}
        />
        <PicturesCard brand={brand} onChanged={keep} onReload={onReload} />
        {renderTexts(brand)}
        <BrandActions brand={brand} onChanged={keep} />
      </div>
    </>
  );
}
