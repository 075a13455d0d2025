import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import type { Request } from '@basics/contract/requests/requests.ts';
import { formatProfile } from '#portal/messages/names.ts';
import { requests } from '#portal/texts/requests.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import type { ApprovalForm } from './use-approval.ts';
import { formatTools } from './request-format.tsx';
import type { RequestOptions } from './requests.queries.ts';
import styles from './requests-page.module.css';

const texts = requests.approve;

type ApproveRequestProps = {
  request: Request;
  form: ApprovalForm;
  evidence: RequestEvidence | undefined;
  options: RequestOptions | undefined;
  /**
   * The search parameters of the list that opens after the decision. A link passes these search parameters to the page with the full form.
   */
  listSearch: Record<string, unknown>;
};

/** The section of the panel for an approval: the choice of the profile, the requested tools, and a link to the full form. */
export function ApproveRequest({ request, form, evidence, options, listSearch }: ApproveRequestProps) {
  const id = useId();
  const proposal = evidence?.proposal;
  const { field, profile, error, choose } = form;
  const isComplete = form.isComplete(request);
  return (
    <section className={styles.reject} aria-labelledby={id}>
      <h3 id={id}>{texts.title}</h3>
      <Select
        label={texts.profile}
        hint={proposal && describeProposal(proposal)}
        error={error}
        options={(evidence?.profiles ?? []).map((profileID) => ({
          value: String(profileID),
          label: formatProfile(profileID),
        }))}
        placeholder={texts.choose}
        ref={field}
        value={profile}
        onChange={({ target }) => choose(target.value)}
      />
      <p>
        <span>{isComplete ? texts.tools(formatTools(request.tools, options ?? {})) : texts.incomplete}</span>{' '}
        {isComplete && proposal?.crmAccount != null && <span>{texts.crm(proposal.crmAccount)}</span>}
      </p>
      <p>
        <Link to={`/users/${request.userId}/create`} state={{ afterDecision: listSearch }}>
          {texts.change}
        </Link>
      </p>
    </section>
  );
}

const describeProposal = ({ why, of, from }: RequestEvidence['proposal']): string =>
  why === null ? texts.none : texts.why[why](of, from);
