import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useId } from 'react';
import { chooseTheme, readTheme, themes } from '#portal/brand/brand.tsx';
import { footer as texts } from '#portal/texts/footer.ts';
import { selectTheme, useChosenTheme } from './theme-choice.ts';
import styles from './theme-switch.module.css';

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Lets the user choose the theme: light, dark, or the setting of the system. The choice is stored in this browser. */
export function ThemeSwitch() {
  const chosenTheme = useChosenTheme();
  // The name is unique, because the account menu and the footer may show this switch at once. `/early.js` finds the
  // radio buttons by the word `theme` in their name.
  const groupName = `theme ${useId()}`;
  // If the user chose the theme before the portal ran, `/early.js` has stored it, but has not written the cookie for
  // the server.
  useEffect(() => chooseTheme(readTheme()), []);
  return (
    <fieldset className={styles.switch} aria-label={texts.theme}>
      {themes.map((theme) => {
        const Icon = icons[theme];
        return (
          <label key={theme} className={styles.choice} title={texts.themes[theme]}>
            <input
              type="radio"
              name={groupName}
              value={theme}
              aria-label={texts.themes[theme]}
              checked={chosenTheme === theme}
              onChange={() => selectTheme(theme)}
            />
            <Icon aria-hidden="true" />
          </label>
        );
      })}
    </fieldset>
  );
}
