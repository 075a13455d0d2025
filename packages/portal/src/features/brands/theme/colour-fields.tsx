import {
  findThemeFaults,
  themeTokens,
  schemes,
  type BrandTheme,
  type Scheme,
} from '@basics/contract/brands/contrast.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { brands as texts } from '#portal/texts/brands.ts';
import { Card } from '#portal/ui/layout/layout.tsx';
import { ColourField } from '#portal/ui/pickers/colour-field.tsx';
import { isCompleteTheme, parseTheme, type BrandValues } from '../brand-values.ts';
import styles from '../brand.module.css';
import { Contrasts } from './contrasts.tsx';
import { ThemePreview } from './theme-preview.tsx';

/** The fields for the ten colours, with contrast checks that are updated on each change. */
export function ColourFields() {
  const theme = useTypedTheme();
  return (
    <Card title={texts.form.colours}>
      <div className={styles.part}>
        <div className={styles.schemes}>
          {schemes.map((scheme) => (
            <fieldset key={scheme} className={styles.scheme}>
              <legend>{texts.schemes[scheme]}</legend>
              <SchemeFields scheme={scheme} />
            </fieldset>
          ))}
        </div>
        <Contrasts theme={isCompleteTheme(theme) ? theme : null} />
      </div>
    </Card>
  );
}

/** Samples of the portal in the typed colours: below the fields, or in a wide window beside the fields. */
export function ThemePreviews() {
  const theme = useTypedTheme();
  return (
    <div className={styles.previews}>
      {schemes.map((scheme) => (
        <ThemePreview key={scheme} scheme={scheme} theme={theme} />
      ))}
    </div>
  );
}

function useTypedTheme(): BrandTheme {
  const { control } = useFormContext<BrandValues>();
  return parseTheme({ tokens: useWatch({ control, name: 'tokens' }) });
}

function SchemeFields({ scheme }: { scheme: Scheme }) {
  const { register, setValue, formState, control } = useFormContext<BrandValues>();
  const tokens = useWatch({ control, name: 'tokens' });
  const { errors, isSubmitted } = formState;
  const theme = parseTheme({ tokens });
  const contrastFaults = isCompleteTheme(theme) ? findThemeFaults(theme) : {};
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
          error={contrastFaults[`${token}.${scheme}`] ?? errors.tokens?.[token]?.[scheme]?.message}
          {...register(`tokens.${token}.${scheme}`)}
        />
      ))}
    </div>
  );
}
