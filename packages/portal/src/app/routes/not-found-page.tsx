import { House } from 'lucide-react';
import { notFound as texts } from '#portal/texts/not-found.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';

export const NotFoundPage = () => (
  <>
    <PageHeading title={texts.title} introText={texts.lead} />
    <LinkButton to="/" variant="primary" icon={<House aria-hidden="true" />}>
      {texts.goHome}
    </LinkButton>
  </>
);
