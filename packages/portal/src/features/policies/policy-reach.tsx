import type { PolicyTerms } from '@basics/contract/policies/policies.ts';
import { Check, RotateCcw, X } from 'lucide-react';
import { isProblem } from '#portal/api/api-problem.ts';
import { policies as texts } from '#portal/texts/policies.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { isSamePolicy } from './draft.ts';
import styles from './policies.module.css';
import { formId, RenewalDaysField } from './policy-fields.tsx';
import { describeImpact } from './reach-words.ts';
import type { PolicyEditor } from './use-policy-editor.ts';

type PolicyImpactProps = { editor: PolicyEditor; policyName: string; formatBrand: (id: string) => string };

/** The form below the edited row: other brands that get the same terms, the affected users, and the buttons. */
export function PolicyImpactCard({ editor, policyName, formatBrand }: PolicyImpactProps) {
  const { policy, change, form, problem } = editor;
  if (policy === null) return null;
  const failure = problem ?? (change.isCounting ? null : change.error);
  return (
    <form
      id={formId}
      className={styles.inTable}
      noValidate
      aria-label={texts.editing(policyName)}
      onSubmit={(event) => void editor.submit(event)}
    >
      <RenewalDaysField editor={editor} />
      <Checkbox {...form.register('bridge')} label={texts.bridge} hint={texts.bridgeHint} />
      <OtherBrands editor={editor} formatBrand={formatBrand} />
      <output className={styles.reach}>
        {describeState(editor).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </output>
      {failure !== null && isProblem(failure, 'STALE') ? (
        <StaleNotice title={failure.message} load={texts.stale} onReload={editor.reload} />
      ) : (
        problem && <ProblemNotice problem={problem} title={texts.saveFailed} />
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="primary"
          disabled={!change.mayBeSaved}
          busy={form.formState.isSubmitting}
          icon={<Check aria-hidden="true" />}
        >
          {texts.save}
        </Button>
        <Button icon={<X aria-hidden="true" />} onClick={editor.close}>
          {ui.cancel}
        </Button>
        <Button
          variant="quiet"
          disabled={change.terms !== null && isSamePolicy(change.terms, policy.starting)}
          icon={<RotateCcw aria-hidden="true" />}
          onClick={editor.toStart}
        >
          {texts.reset}
        </Button>
      </div>
    </form>
  );
}

function describeState({ policy, change }: PolicyEditor): string[] {
  const { terms, count, reach, error, isCounting } = change;
  if (policy === null) return [];
  if (terms === null) return [texts.reach.wrong];
  if (count === 0) return [texts.reach.same];
  if (isCounting) return [texts.reach.counting];
  if (error !== null || reach === null) return [texts.reach.unknown, texts.reach.keep];
  return describeImpact(reach, { before: policy, after: terms });
}

const formatTerms = (policy: PolicyTerms): string =>
  policy.bridge ? texts.terms(policy) : texts.withoutBridge(texts.terms(policy));

/** Shows checkboxes to apply the terms to other brands. Each checkbox shows the current terms of its brand. */
function OtherBrands({ editor, formatBrand }: Pick<PolicyImpactProps, 'editor' | 'formatBrand'>) {
  const { otherBrandPolicies, form } = editor;
  if (otherBrandPolicies.length === 0) return null;
  return (
    <fieldset className={styles.alsoFor}>
      <legend>{texts.alsoFor}</legend>
      {otherBrandPolicies.map((policy) => (
        <Checkbox
          key={policy.brand}
          {...form.register('alsoFor')}
          value={policy.brand}
          label={texts.alsoBrand(formatBrand(policy.brand), formatTerms(policy))}
        />
      ))}
    </fieldset>
  );
}
