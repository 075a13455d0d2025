import { useRef, useState } from 'react';
import type { RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import type { Request } from '@basics/contract/requests/requests.ts';
import { approveForm, pickUserFields } from '@basics/contract/users/user-fields.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { Approval } from './requests.queries.ts';

/** Returns the chosen profile, and a function that creates an approval from this profile and the values of the request. */
export function useApproval(proposal: RequestEvidence['proposal'] | undefined) {
  const profileField = useRef<HTMLSelectElement>(null);
  const [chosenProfile, setChosenProfile] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const profileValue = chosenProfile ?? String(proposal?.profileID ?? '');
  return {
    field: profileField,
    profile: profileValue,
    error,
    choose: (value: string): void => {
      setChosenProfile(value);
      setError(undefined);
    },
    /** Whether the request has all values that an approval needs, except the profile. */
    isComplete: (request: Request) => toApproval(request, { profileID: 7, crmAccount: null }) !== null,
    /** Returns the approval to send. If no profile is chosen, the function shows an error at the field and returns null. */
    createApproval(request: Request): Approval | null {
      if (profileValue === '') {
        setError(fieldMessages.profile);
        profileField.current?.focus();
        return null;
      }
      return toApproval(request, { profileID: Number(profileValue), crmAccount: proposal?.crmAccount ?? null });
    },
  };
}

export type ApprovalForm = ReturnType<typeof useApproval>;

/** Creates the approval with the requested values; null if a required value is missing. */
function toApproval(request: Request, choice: { profileID: number; crmAccount: string | null }): Approval | null {
  const parsedApproval = approveForm.safeParse({ ...pickUserFields(request), version: request.version, ...choice });
  return parsedApproval.success ? parsedApproval.data : null;
}
