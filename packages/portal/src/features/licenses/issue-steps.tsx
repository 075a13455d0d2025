import { useId, useEffect, useEffectEvent } from 'react';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Columns, Card, type Elements } from '#portal/ui/layout/layout.tsx';
import styles from './verify-license.module.css';
import { FocusedHeading, PageHeading } from '#portal/ui/headings/page-heading.tsx';
import * as z from 'zod/mini';
import { limits } from '@basics/contract/calls/limits.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { WaitingNotice } from '#portal/ui/feedback/waiting-notice.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useQuery } from '@tanstack/react-query';
import { isProblem } from '#portal/api/api-problem.ts';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { createUserNameQuery } from './licenses.queries.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import { decodeFully } from '@basics/contract/fields/mangled-address.ts';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';

export type Help = { title: string; help: Elements };

/** Shows the current step and, if there is any, a section with help beside it. */
export function StepWithHelp({ title, help, children }: Help & { children: Elements }) {
  const id = useId();
  return (
    <Columns>
      {children}
      {help && (
        <section className={styles.help} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {help}
        </section>
      )}
    </Columns>
  );
}

const CodeHelp = () => (
  <>
    <ol className={styles.steps}>
      {texts.help.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>{texts.help.claims}</p>
  </>
);

/** The help for a renewal: the steps to create a code are already shown, so it only explains what a code contains. */
export const claimsHelp: Help = { title: texts.help.claimsTitle, help: <p>{texts.help.claims}</p> };

/** The help for users who have no code yet or need a new one. */
export const codeHelp: Help = { title: texts.help.title, help: <CodeHelp /> };

/** Shown while the script of the next step is loaded; `title` is the title of the page, if the step brings its own. Without a connection, the code stays in sight, and the step appears later. */
export const StepLoading = ({ title, code }: { title?: string; code: string }) => (
  <>
    {title !== undefined && <PageHeading title={title} />}
    <WaitingNotice text={texts.codeCheck.waits}>
      <p>
        <code translate="no">{code}</code>
      </p>
    </WaitingNotice>
  </>
);

type FocusedCardProps = {
  title: string;
  children: Elements;
};

/** The card of the current step. The heading of the card gets the focus, because the card replaces the previous step. */
export function FocusedCard({ title, children }: FocusedCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className={styles.step}>
          <FocusedHeading id={id}>{title}</FocusedHeading>
          <div className={styles.stack}>{children}</div>
        </div>
      </Card>
    </section>
  );
}

const renewalSearch = z.object({ renew: z.optional(z.string().check(z.maxLength(limits.text.name))) });

/** Returns the name of the PC whose licence the user wants to renew, read from the address. */
export const useRenewedMachine = (): string | undefined => useSearchState(renewalSearch)[0].renew;

/** Explains how a tool creates the code that renews its licence. */
export const RenewalHint = ({ machine }: { machine: string }) => (
  <div className={styles.above}>
    <Notice tone="info" title={texts.renewal.title(machine)}>
      <RenewalSteps machine={machine} />
    </Notice>
  </div>
);

const RenewalSteps = ({ machine }: { machine: string }) => (
  <div className={styles.renewal}>
    <ol className={styles.steps}>
      {texts.renewal.steps(machine).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>
      {texts.help.command} <code translate="no">basics code --renew</code>
    </p>
    <p>{texts.renewal.end}</p>
  </div>
);

const ownerSearch = z.object({ user: z.optional(numberInPath) });

/** Returns the owner of the licence: the user in the address if staff issue a licence on behalf of that user, else the signed-in user. */
export function useLicenseOwner(): { userId: number; isOtherUser: boolean } {
  const { userId } = useUser();
  const [{ user = userId }] = useSearchState(ownerSearch);
  return { userId: user, isOtherUser: user !== userId };
}

/** Returns the name of the user for whom staff issue the licence; undefined for one's own licence, and null while the name is unknown. */
export function useCustomerName(): string | null | undefined {
  const { userId, isOtherUser } = useLicenseOwner();
  const { data: name = null } = useQuery({ ...createUserNameQuery(userId), enabled: isOtherUser });
  return isOtherUser ? name : undefined;
}

type OnBehalfProps = { userId: number; hasNoGrants: boolean };

/** Shows for which user the licence is issued, so that staff do not issue it to the wrong account. */
export function OnBehalfNotice({ userId, hasNoGrants }: OnBehalfProps) {
  const ownerQuery = useQuery(createUserNameQuery(userId));
  if (isProblem(ownerQuery.error, 'USER_NOT_FOUND')) {
    return (
      <div className={styles.above}>
        <Notice tone="danger" role="alert" title={ownerQuery.error.message}>
          <p>{texts.onBehalf.notFound}</p>
        </Notice>
      </div>
    );
  }
  const title = texts.onBehalf.title(ownerQuery.data ?? texts.onBehalf.user(userId));
  if (!hasNoGrants)
    return (
      <p className={styles.behalf}>
        <strong>{title}</strong> <Link to={`/users/${userId}`}>{texts.onBehalf.back}</Link>
      </p>
    );
  return (
    <div className={styles.above}>
      <Notice
        tone="warn"
        title={title}
        actions={<LinkButton to={`/users/${userId}`}>{texts.onBehalf.back}</LinkButton>}
      >
        <p>{`${texts.onBehalf.noGrants} ${texts.onBehalf.addTool}`}</p>
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

/** Returns the code in the fragment of a link (`#c=BV-...`), or null. A text with an invalid percent-encoding is returned unchanged. */
export const readCodeFragment = (fragment: string): string | null =>
  /^#?c=(.+)$/s.exec(decodeFully(fragment))?.[1] ?? null;

/**
 * Calls `onCode` with the code in the fragment of the address, and removes the code from the address and the history.
 * The hook reads the address after the navigation has ended, so that the page of the previous address does not get the
 * code.
 */
export function useCodeFragment(onCode: (code: string) => void): void {
  const fragment = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' });
  const navigate = useNavigate();
  const takeCode = useEffectEvent((code: string) => {
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    onCode(code);
  });
  useEffect(() => {
    const code = readCodeFragment(fragment);
    if (code !== null) takeCode(code);
  }, [fragment]);
}
