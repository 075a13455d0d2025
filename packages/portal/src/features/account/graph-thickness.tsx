import { account } from '#portal/texts/account.ts';
import { FormField } from '#portal/ui/fields/form-field.tsx';
import styles from './preferences.module.css';
import { SavedMark } from './saved-mark.tsx';
import { useSavedField } from './use-saved-field.ts';

const texts = account.preferences.graphThickness;

type GraphThicknessProps = { bounds: { least: number; most: number; step: number }; savedValue: number };

/** A slider for the thickness of the curves in Basics in points, with a sample curve. */
export function GraphThickness({ bounds, savedValue }: GraphThicknessProps) {
  const field = useSavedField(savedValue, (graphThickness) => ({ preferences: { graphThickness } }));
  const saveThickness = (): void => {
    if (field.value !== savedValue) field.save(field.value);
  };
  return (
    <div className={styles.field}>
      <FormField label={texts.label} error={field.error}>
        {(control) => (
          <div className={styles.thickness}>
            <input
              type="range"
              {...control}
              className={styles.range}
              min={bounds.least}
              max={bounds.most}
              step={bounds.step}
              value={field.value}
              aria-valuetext={texts.points(field.value)}
              onChange={({ target }) => field.type(target.valueAsNumber)}
              onPointerUp={saveThickness}
              onKeyUp={saveThickness}
              onBlur={saveThickness}
            />
            <output>{texts.points(field.value)}</output>
          </div>
        )}
      </FormField>
      <svg className={styles.curve} viewBox="0 0 240 48" aria-hidden="true">
        {/* A point is 4/3 of a CSS pixel (CSS Values and Units 4, section 6.2). */}
        <path d="M4 40 C 60 40, 80 8, 130 14 S 200 36, 236 6" fill="none" strokeWidth={(field.value * 4) / 3} />
      </svg>
      <SavedMark saveState={field.state} />
    </div>
  );
}
