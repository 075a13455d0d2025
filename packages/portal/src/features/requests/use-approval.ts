import { useRef, useState } from 'react';
import type { RequestEvidence } from '@basics/contract/request-evidence.ts';
import { approveBody } from '@basics/contract/requests.ts';
import type { Request } from '@basics/contract/requests.ts';
import { words } from '@basics/contract/words.ts';
import type { Approval } from './requests.queries.ts';

/** The choice of a profile, and the approval with it and with what the applicant requested. */
export function useApproval(proposal: RequestEvidence['proposal'] | undefined) {
  const field = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const profile = chosen ?? String(proposal?.profileID ?? '');
  return {
    field,
    profile,
    error,
    choose: (value: string): void => {
      setChosen(value);
      setError(undefined);
    },
    /** Whether the request has all that an approval needs besides the profile. */
    isComplete: (request: Request) => toApproval(request, { profileID: 7, crmAccount: null }) !== null,
    /** The approval; null if no profile is chosen, which the field then says. */
    submit(request: Request): Approval | null {
      if (profile === '') {
        setError(words.profile);
        field.current?.focus();
        return null;
      }
      return toApproval(request, { profileID: Number(profile), crmAccount: proposal?.crmAccount ?? null });
    },
  };
}

export type ApprovalForm = ReturnType<typeof useApproval>;

/** The approval of exactly what was requested; null if a value is missing. */
function toApproval(request: Request, given: { profileID: number; crmAccount: string | null }): Approval | null {
  const { firstName, lastName, phone, company, brand, tools, country, language, canReceiveMail, version } = request;
  const asked = { firstName, lastName, phone, company, brand, tools, country, language, canReceiveMail, version };
  const read = approveBody.safeParse({ ...asked, ...given });
  return read.success ? read.data : null;
}
