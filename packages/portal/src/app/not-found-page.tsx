import { House } from 'lucide-react';
import { shell as texts } from '#portal/texts/shell.ts';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';

export const NotFoundPage = () => (
  <>
    <PageHeading title={texts.notFoundTitle} lead={texts.notFoundLead} />
    <LinkButton to="/" variant="primary" icon={<House aria-hidden="true" />}>
      {texts.goHome}
    </LinkButton>
  </>
);
