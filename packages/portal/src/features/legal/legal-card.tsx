import { legalDocuments, type LegalDocument } from '@basics/contract/legal/legal.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Scale } from 'lucide-react';
import { legal as texts } from '#portal/texts/legal.ts';
import { ui } from '#portal/texts/ui.ts';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { createLegalTextQuery } from './legal.queries.ts';

/** A card that lists the legal documents, and says for each document whether the brand has its own text. */
export const LegalCard = ({ brandId }: { brandId: string }) => (
  <Card title={texts.card.title}>
    <ItemList>
      {legalDocuments.map((document) => (
        <DocumentRow key={document} brandId={brandId} document={document} />
      ))}
    </ItemList>
  </Card>
);

function DocumentRow({ brandId, document }: { brandId: string; document: LegalDocument }) {
  const { data, error } = useQuery(createLegalTextQuery({ id: brandId, document }));
  const title = texts.titles[document];
  const kindOfText = data?.text === '' ? texts.card.standard : texts.card.own;
  const loadingText = error ? texts.card.unknown : ui.loading;
  return (
    <ItemRow
      icon={Scale}
      title={title}
      facts={[data ? kindOfText : loadingText]}
      actions={
        <LinkButton
          to={`/admin/brands/${brandId}/legal/${document}`}
          variant="quiet"
          icon={<Pencil aria-hidden="true" />}
        >
          <span>{texts.card.edit}</span> <VisuallyHidden>{title}</VisuallyHidden>
        </LinkButton>
      }
    />
  );
}
