import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isProblem, readRequestId } from '#portal/api/api-problem.ts';
import { brands as texts } from '#portal/texts/brands.ts';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { LinkButton, Button } from '#portal/ui/buttons/button.tsx';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { BrandActions } from './brand-actions.tsx';
import { BrandForm } from './brand-form.tsx';
import { BrandSkeleton } from './brand-skeleton.tsx';
import { parseChangedBrand, toValues } from './brand-values.ts';
import styles from './brand.module.css';
import { createBrandQuery, invalidateBrands, updateBrand, createPictureAddress } from './brands.queries.ts';
import { pictures, type FullBrand, type Picture } from '@basics/contract/brands/brands.ts';
import { ImageUp } from 'lucide-react';
import { Card, type Elements } from '#portal/ui/layout/layout.tsx';
import { PictureOnBackgrounds } from './pictures/picture-on-backgrounds.tsx';
import { ReplacePicture } from './pictures/replace-picture.tsx';

type BrandPageProps = {
  /** Renders the legal texts of the brand, which belong to another feature. */
  renderTexts: (brand: FullBrand) => Elements;
};

/**
 * The page of one brand with the form, the images, the legal texts, and the buttons to make the brand the default and
 * to delete it.
 */
export function BrandPage({ renderTexts }: BrandPageProps) {
  const { brandId = '' } = useParams({ strict: false });
  const { data, error, refetch, dataUpdatedAt } = useQuery(createBrandQuery(brandId));
  if (data) {
    // The React key changes when the brand is loaded again, so that the form is reset.
    return (
      <LoadedBrand
        key={dataUpdatedAt}
        loadedBrand={data}
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

type LoadedBrandProps = BrandPageProps & { loadedBrand: FullBrand; onReload: () => unknown };

/** `brand` is updated by each change on this page, so that only changes by other users cause a version conflict. */
function LoadedBrand({ loadedBrand, renderTexts, onReload }: LoadedBrandProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [brand, setBrand] = useState(loadedBrand);
  const storeBrand = (changedBrand: FullBrand): void => {
    setBrand(changedBrand);
    void invalidateBrands(client);
  };
  return (
    <>
      <PageHeading title={brand.name} />
      <div className={styles.page}>
        <BrandForm
          initialValues={toValues(loadedBrand)}
          parseValues={parseChangedBrand(brand.version)}
          sendBody={async (body) => storeBrand(await updateBrand(brand.id, body))}
          onSent={() => toasts.done(texts.form.saved)}
          onReload={onReload}
          submitLabel={texts.form.save}
        />
        <PicturesCard brand={brand} onChanged={storeBrand} onReload={onReload} />
        {renderTexts(brand)}
        <BrandActions brand={brand} onChanged={storeBrand} />
      </div>
    </>
  );
}

type PicturesCardProps = { brand: FullBrand; onChanged: (brand: FullBrand) => void; onReload: () => unknown };

const { pictures: pictureTexts } = texts;

/** Shows the logo and the favicon on light and dark backgrounds, each with a button to replace it. */
function PicturesCard({ brand, onChanged, onReload }: PicturesCardProps) {
  const [pictureToReplace, setPictureToReplace] = useState<Picture | null>(null);
  return (
    <Card title={pictureTexts.title}>
      <div className={styles.part}>
        <p className={styles.intro}>{pictureTexts.lead}</p>
        <div className={styles.pictures}>
          {pictures.map((picture) => (
            <div key={picture} className={styles.picture}>
              <div>
                <h3>{pictureTexts.names[picture]}</h3>
                <p className={styles.intro}>{pictureTexts.uses[picture]}</p>
              </div>
              <PictureOnBackgrounds name={pictureTexts.names[picture]} src={createPictureAddress(brand, picture)} />
              <Button icon={<ImageUp aria-hidden="true" />} onClick={() => setPictureToReplace(picture)}>
                {pictureTexts.replace[picture]}
              </Button>
            </div>
          ))}
        </div>
      </div>
      {pictureToReplace && (
        <ReplacePicture
          brand={brand}
          picture={pictureToReplace}
          onReplaced={(changedBrand) => {
            setPictureToReplace(null);
            onChanged(changedBrand);
          }}
          onClose={() => setPictureToReplace(null)}
          onReload={onReload}
        />
      )}
    </Card>
  );
}
