import { legalDocuments } from '@basics/contract/legal/legal.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isProblem, readRequestId } from '#portal/api/api-problem.ts';
import { legal as texts } from '#portal/texts/legal.ts';
import { ui } from '#portal/texts/ui.ts';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { LegalForm } from './legal-form.tsx';
import { createEditQuery, type LegalKey } from './legal.queries.ts';

/** The page to edit a legal document of a brand as Markdown, with a preview beside it. */
export function EditLegalPage() {
  const { brandId = '', document = '' } = useParams({ strict: false });
  const legalDocument = legalDocuments.find((knownDocument) => knownDocument === document);
  return legalDocument ? <LegalEditor legalKey={{ id: brandId, document: legalDocument }} /> : <NotFound />;
}

function LegalEditor({ legalKey }: { legalKey: LegalKey }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(createEditQuery(legalKey));
  const title = texts.titles[legalKey.document];
  if (data) {
    return (
      <>
        <PageHeading
          title={texts.editing.title(title, data.brand.name)}
          introText={texts.editing.lead}
          actions={<LinkButton to={`/admin/brands/${legalKey.id}`}>{texts.editing.back}</LinkButton>}
        />
        {/* The key changes when the text is loaded again, which resets the form. */}
        <LegalForm
          key={dataUpdatedAt}
          legalKey={legalKey}
          loadedText={data}
          onReload={() => refetch({ throwOnError: true })}
        />
      </>
    );
  }
  if (error && (isProblem(error, 'RESULTS_NOT_FOUND') || isProblem(error, 'PAGE_NOT_FOUND'))) return <NotFound />;
  return (
    <>
      <PageHeading title={title} />
      {error ? (
        <LoadFailed
          title={texts.failed[legalKey.document]}
          requestId={readRequestId(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <AnnouncedText>{ui.loading}</AnnouncedText>
          <Skeleton height="24rem" />
        </>
      )}
    </>
  );
}

const NotFound = () => (
  <NotFoundCard
    title={texts.editing.notFound}
    text={texts.editing.notFoundText}
    actions={<LinkButton to="/admin/brands">{texts.editing.allBrands}</LinkButton>}
  />
);
