import type { Brand, PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { createContext, use } from 'react';
import { setPageCookie } from '#portal/api/browser-store.ts';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import styles from './brand-logo.module.css';

/** The setup of this portal and the current brand. */
export const SetupContext = createContext<{ setup: PortalSetup; brand: Brand } | null>(null);

export function useSetup(): { setup: PortalSetup; brand: Brand } {
  const setupContext = use(SetupContext);
  if (setupContext === null) throw new Error('There is no SetupContext above this component.');
  return setupContext;
}

/** Returns the brand of the host name, else the brand of the user, else the default brand. A user's brand that is null or unknown is ignored. */
export function findBrand(setup: PortalSetup, userBrand: string | null): Brand {
  const findBrandById = (id: string | null): Brand | undefined => setup.brands.find((brand) => brand.id === id);
  const brand =
    findBrandById(setup.brandBy === 'host' ? setup.brand : userBrand) ?? findBrandById(setup.brand) ?? setup.brands[0];
  if (brand === undefined) throw new Error('The portal was set up without a brand.');
  return brand;
}

/** Applies the theme of a brand to the document: an attribute selects its colours, and the tab gets its icon. */
export function applyTheme({ id, theme }: Brand): void {
  setPageCookie('brand', id);
  document.documentElement.dataset['brand'] = theme;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `/brands/${encodeURIComponent(id)}/favicon.svg`);
}

/** The logo and the name of the current brand; with `compact`, the name is hidden below 576 px. */
export function BrandLogo({ compact = false }: { compact?: boolean }) {
  const { brand } = useSetup();
  return (
    <span className={styles.brand}>
      <img
        className={styles.logo}
        src={`/brands/${encodeURIComponent(brand.id)}/mark.svg`}
        alt=""
        width={32}
        height={32}
      />
      <span className={joinClasses(compact && styles.compact)}>{brand.name}</span>
    </span>
  );
}

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The key of the theme in local storage, which `/early.js` reads too. */
const storageKey = 'theme';

export function readTheme(): Theme {
  const storedTheme = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === storedTheme) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  setPageCookie('theme', theme === 'system' ? null : theme);
  if (theme === 'system') {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset['theme'];
    return;
  }
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset['theme'] = theme;
}
