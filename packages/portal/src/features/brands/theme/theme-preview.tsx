import type { BrandTheme, Scheme } from '@basics/contract/brands/contrast.ts';
import type { CSSProperties } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import styles from './theme-preview.module.css';

/** A non-interactive sample of the portal in a given theme and colour scheme. */
export const ThemePreview = ({ theme, scheme }: { theme: BrandTheme; scheme: Scheme }) => (
  <figure className={styles.preview}>
    <figcaption className={styles.caption}>{texts.preview.label(texts.schemes[scheme])}</figcaption>
    <div inert className={styles.page} style={createTokens(theme, scheme)}>
      <ul className={styles.menu}>
        {texts.preview.menu.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
      <div className={styles.content}>
        <p>
          {texts.preview.text} <span className={styles.link}>{texts.preview.link}</span>
        </p>
        <StatusBadge tone="ok">{texts.preview.badge}</StatusBadge>
        <Notice tone="info">
          <p>{texts.preview.notice}</p>
        </Notice>
        <div className={styles.buttons}>
          <Button variant="primary">{texts.preview.button}</Button>
          <span className={styles.pointedAt}>{texts.preview.pointedAt}</span>
          <Button>{texts.preview.other}</Button>
        </div>
      </div>
      <div className={styles.shade}>{texts.preview.shade}</div>
    </div>
  </figure>
);

/** Returns the CSS variables of a theme. The variables are set on the preview only, so the page around it keeps its colours. */
function createTokens(theme: BrandTheme, scheme: Scheme): CSSProperties {
  const tokens = {
    colorScheme: scheme,
    '--brand': theme.brand[scheme],
    '--brand-hover': theme.brandHover[scheme],
    '--on-brand': theme.onBrand[scheme],
    '--brand-soft': theme.brandSoft[scheme],
    '--brand-text': theme.brandText[scheme],
  };
  return tokens;
}
