import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { chooseTheme, readTheme, themes } from '#portal/brand/theme.ts';
import { footer as texts } from '#portal/texts/footer.ts';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { selectTheme, useChosenTheme } from './theme-choice.ts';
import styles from './theme-switch.module.css';

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or the setting of the system; stored in this browser. */
export function ThemeSwitch() {
  const chosen = useChosenTheme();
  // It may have been chosen before the portal ran, by `/early.js`, which does not write the cookie for the server.
  useEffect(() => chooseTheme(readTheme()), []);
  return (
    <fieldset className={styles.switch}>
      <VisuallyHidden>
        <legend>{texts.theme}</legend>
      </VisuallyHidden>
      {themes.map((theme) => {
        const Icon = icons[theme];
        return (
          <label key={theme} className={styles.choice} title={texts.themes[theme]}>
            <input
              type="radio"
              name="theme"
              value={theme}
              aria-label={texts.themes[theme]}
              checked={chosen === theme}
              onChange={() => selectTheme(theme)}
            />
            <Icon aria-hidden="true" />
          </label>
        );
      })}
    </fieldset>
  );
}
