import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmLinkForm } from '#portal/session/links/confirm-link-form.tsx';
import { LinkCodeEntry } from '#portal/session/links/link-code-form.tsx';
import { useLinkToken } from '#portal/session/links/link-token.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { createInvitationQuery, invalidateCompanies, joinCompany } from './companies.queries.ts';

const texts = companies.join;

/** The page that opens from the link in an invitation, on which a signed-in user joins a company. */
export function JoinCompanyPage() {
  const token = useLinkToken();
  if (token !== null) return <Invitation token={token} />;
  return (
    <LinkCodeEntry>
      <p>{texts.askAgain}</p>
    </LinkCodeEntry>
  );
}

function Invitation({ token }: { token: string }) {
  const { data, error } = useQuery(createInvitationQuery(token));
  const client = useQueryClient();
  const session = useSession();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [isExpired, setExpired] = useState(false);
  if (error || isExpired) return <NotPossible reason={error?.message ?? texts.expired} />;
  if (!data) return <Skeleton height="14rem" />;

  async function join(): Promise<void> {
    const { name } = await joinCompany(token);
    await invalidateCompanies(client);
    await session.refresh();
    toasts.done(texts.joined(name));
    await navigate({ to: '/company', replace: true });
  }

  return (
    <>
      <PageHeading title={texts.title(data.name)} introText={texts.lead[data.role]} />
      <ConfirmLinkForm
        label={texts.action(data.name)}
        failedTitle={texts.failed}
        confirmLink={join}
        onLinkExpired={() => setExpired(true)}
      />
    </>
  );
}

/** Why the invitation cannot be accepted: the link has expired, or it is for somebody else. */
const NotPossible = ({ reason }: { reason: string }) => (
  <>
    <PageHeading title={texts.failed} />
    <Notice
      tone="warn"
      role="alert"
      title={reason}
      actions={<LinkButton to="/company">{companies.page.title}</LinkButton>}
    >
      <p>{texts.askAgain}</p>
    </Notice>
  </>
);
