import { useQuery } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';
import type { AgentCustomer } from '@basics/contract/companies/company-agents.ts';
import { formatDayFromNow } from '#portal/messages/times.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { agents } from '#portal/texts/agents.ts';
import { companies } from '#portal/texts/companies.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Confirm, DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { createPcsQuery } from '../companies.queries.ts';
import { IssueCodes } from '../pcs/issue-codes.tsx';
import { useRenewPcs } from '../pcs/pc-actions.tsx';

const texts = agents.customers;
type CustomerProps = { customer: AgentCustomer };

/** The button that issues licences for the codes of a customer. */
export const IssueForCustomer = ({ customer: { companyId, name } }: CustomerProps) => (
  <DialogButton
    size="small"
    label={
      <>
        <span>{texts.issue}</span> <VisuallyHidden>{name}</VisuallyHidden>
      </>
    }
  >
    {(closeDialog) => <IssueCodes companyId={companyId} companyName={name} onClose={closeDialog} />}
  </DialogButton>
);

/** The button that renews the licences of a customer that expire soon: it shows which these are, then renews them with one press. */
export const RenewCustomer = ({ customer }: CustomerProps) => (
  <DialogButton
    size="small"
    variant="primary"
    label={
      <>
        <span>{companies.pcs.renew}</span> <VisuallyHidden>{customer.name}</VisuallyHidden>
      </>
    }
  >
    {(closeDialog) => <RenewDialog customer={customer} onClose={closeDialog} />}
  </DialogButton>
);

function RenewDialog({ customer: { companyId, name }, onClose }: CustomerProps & { onClose: () => void }) {
  const query = useQuery(createPcsQuery(companyId, { state: 'inUse', keyword: '', pageSize: 200 }));
  const renewPcs = useRenewPcs();
  const { problem, isBusy, attempt } = useAttempt();
  const renewable = query.data?.items.filter(({ canRenew }) => canRenew) ?? [];
  const confirm = () =>
    attempt(async () => {
      await renewPcs(renewable);
      onClose();
    });
  return (
    <Confirm
      title={texts.renewTitle(name)}
      action={companies.pcs.renew}
      isSafe
      icon={<CalendarSync aria-hidden="true" />}
      busy={isBusy}
      disabled={renewable.length === 0}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <QueryContent
        query={query}
        failedTitle={companies.pcs.failed}
        loading={<ItemsLoading loadingText={companies.pcs.loading} />}
      >
        {() =>
          renewable.length === 0 ? (
            <p>{texts.nothingToRenew}</p>
          ) : (
            <ul>
              {renewable.map(({ machineId, tool, name: pcName, license }) => (
                <li key={`${machineId} ${tool}`}>
                  <strong translate="no">{pcName || companies.pcs.unnamed}</strong>{' '}
                  <span>{license && texts.expires(formatDayFromNow(license.expiryDate, Date.now()))}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      {problem && <ProblemNotice problem={problem} title={companies.notSaved} />}
    </Confirm>
  );
}
