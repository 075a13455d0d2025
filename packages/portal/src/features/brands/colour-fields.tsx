import { themeTokens, schemes } from '@basics/contract/contrast.ts';
import type { Scheme } from '@basics/contract/contrast.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { brands as texts } from '#portal/texts/brands.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ColourField } from '#portal/ui/forms/colour-field.tsx';
import { isCompleteTheme, parseTheme } from './brand-values.ts';
import type { BrandValues } from './brand-values.ts';
import styles from './brand.module.css';
import { Contrasts } from './contrasts.tsx';
import { ThemePreview } from './theme-preview.tsx';

/** The fields for the ten colours, with previews and contrast checks that are updated on each change. */
export function ColourFields() {
  const { control } = useFormContext<BrandValues>();
  const theme = parseTheme({ tokens: useWatch({ control, name: 'tokens' }) });
  return (
    <Card title={texts.form.colours}>
      <div className={styles.part}>
        <p className={styles.lead}>{texts.form.coloursLead}</p>
        <div className={styles.schemes}>
          {schemes.map((scheme) => (
            <div key={scheme} className={styles.scheme}>
              <fieldset>
                <legend>{texts.schemes[scheme]}</legend>
                <SchemeFields scheme={scheme} />
              </fieldset>
              <ThemePreview scheme={scheme} theme={theme} />
            </div>
          ))}
        </div>
        <Contrasts theme={isCompleteTheme(theme) ? theme : null} />
      </div>
    </Card>
  );
}

function SchemeFields({ scheme }: { scheme: Scheme }) {
  const { register, setValue, formState, control } = useFormContext<BrandValues>();
  const tokens = useWatch({ control, name: 'tokens' });
  const { errors, isSubmitted } = formState;
  return (
    <div className={styles.colours}>
      {themeTokens.map((token) => (
        <ColourField
          key={token}
          label={texts.tokens[token]}
          aria-label={texts.colour(texts.tokens[token], texts.schemes[scheme])}
          pickLabel={texts.pick(texts.tokens[token], texts.schemes[scheme])}
          colour={tokens[token][scheme]}
          onPick={(colour) =>
            setValue(`tokens.${token}.${scheme}`, colour, { shouldDirty: true, shouldValidate: isSubmitted })
          }
          error={errors.tokens?.[token]?.[scheme]?.message}
          {...register(`tokens.${token}.${scheme}`)}
        />
      ))}
    </div>
  );
}
