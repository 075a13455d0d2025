import { useId } from 'react';
import type { ToolGrant } from '@basics/contract/tools.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import styles from './verify-license.module.css';

type BrandChoiceProps = {
  legend?: string;
  /** The grants for the tool, one per brand. */
  grants: readonly Pick<ToolGrant, 'brand' | 'brandName'>[];
  chosen: string | null;
  onChoose: (brand: string) => void;
};

/** Lets the user choose the brand of the licence; shown if the account has the tool for several brands. */
export function BrandChoice({ legend = texts.readBack.chooseBrand, grants, chosen, onChoose }: BrandChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {grants.map(({ brand, brandName }) => (
        <label key={brand}>
          <input type="radio" name={name} value={brand} checked={brand === chosen} onChange={() => onChoose(brand)} />
          {brandName}
        </label>
      ))}
    </fieldset>
  );
}
