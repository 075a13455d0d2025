import type { BrandTheme, Scheme } from '@basics/contract/contrast.ts';
import type { CSSProperties } from 'react';
import { brands as texts } from '#portal/texts/brands.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import styles from './theme-preview.module.css';

/** A sample of the portal in a given theme and colour scheme; the page around it does not change. It is not interactive. */
export const ThemePreview = ({ look, scheme }: { look: BrandTheme; scheme: Scheme }) => (
  <figure className={styles.preview} style={createTokens(look, scheme)}>
    <figcaption className={styles.caption}>{texts.preview.label(texts.schemes[scheme])}</figcaption>
    <div inert className={styles.page}>
      <div className={styles.header}>
        <span className={styles.entry}>{texts.preview.entry}</span>
        <span className={styles.chosen}>{texts.preview.pointedAt}</span>
      </div>
      <div className={styles.card}>
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

/** Set on this element only: its children use these colours in place of those of the brand. */
function createTokens(look: BrandTheme, scheme: Scheme): CSSProperties {
  const tokens = {
    colorScheme: scheme,
    '--brand': look.brand[scheme],
    '--brand-hover': look.brandHover[scheme],
    '--on-brand': look.onBrand[scheme],
    '--brand-soft': look.brandSoft[scheme],
    '--brand-text': look.brandText[scheme],
  };
  return tokens;
}
