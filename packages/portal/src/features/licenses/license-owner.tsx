import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { useQuery } from '@tanstack/react-query';
import { isProblem } from '#portal/api/api-problem.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { createUserNameQuery } from './licenses.queries.ts';
import styles from './verify-license.module.css';
import { useId } from 'react';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';

const ownerSearch = z.object({ user: z.optional(numberInPath) });

/** Returns the owner of the licence: the user in the address if staff issue a licence on behalf of that user, else the signed-in user. */
export function useLicenseOwner(): { userId: number; isOtherUser: boolean } {
  const { userId } = useUser();
  const [{ user = userId }] = useSearchState(ownerSearch);
  return { userId: user, isOtherUser: user !== userId };
}

type OnBehalfProps = { userId: number; hasNoGrants: boolean };

/** Shows for which user the licence is issued, so that staff do not issue it to the wrong account. */
export function OnBehalfNotice({ userId, hasNoGrants }: OnBehalfProps) {
  const ownerQuery = useQuery(createUserNameQuery(userId));
  const backLink = <LinkButton to={`/users/${userId}`}>{texts.onBehalf.back}</LinkButton>;
  if (isProblem(ownerQuery.error, 'USER_NOT_FOUND')) {
    return (
      <div className={styles.above}>
        <Notice tone="danger" role="alert" title={ownerQuery.error.message}>
          <p>{texts.onBehalf.notFound}</p>
        </Notice>
      </div>
    );
  }
  return (
    <div className={styles.above}>
      <Notice
        tone={hasNoGrants ? 'warn' : 'info'}
        title={texts.onBehalf.title(ownerQuery.data ?? texts.onBehalf.user(userId))}
        actions={backLink}
      >
        <p>{hasNoGrants ? texts.onBehalf.noGrants : texts.onBehalf.text}</p>
      </Notice>
    </div>
  );
}

type BrandChoiceProps = {
  legend?: string;
  /** The grants for the tool, one per brand. */
  grants: readonly Pick<ToolGrant, 'brand' | 'brandName'>[];
  chosenId: string | null;
  onChoose: (brand: string) => void;
};

/** Lets the user choose the brand of the licence; shown if the account has the tool for several brands. */
export function BrandChoice({ legend = texts.codeCheck.chooseBrand, grants, chosenId, onChoose }: BrandChoiceProps) {
  const groupName = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {grants.map(({ brand, brandName }) => (
        <label key={brand}>
          <input
            type="radio"
            name={groupName}
            value={brand}
            checked={brand === chosenId}
            onChange={() => onChoose(brand)}
          />
          <span>{brandName}</span>
        </label>
      ))}
    </fieldset>
  );
}
