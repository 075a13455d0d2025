import { useId } from 'react';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import styles from '../verify-license.module.css';

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
