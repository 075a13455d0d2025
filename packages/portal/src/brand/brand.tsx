import type { Brand, PortalSetup } from '@basics/contract/brands.ts';
import { createContext, use } from 'react';

/** The setup of this portal and the brand whose look is shown: the signed-in user's, else the one of the address. */
export const SetupContext = createContext<{ setup: PortalSetup; brand: Brand } | null>(null);

export function useSetup(): { setup: PortalSetup; brand: Brand } {
  const value = use(SetupContext);
  if (value === null) throw new Error('There is no SetupContext above this component.');
  return value;
}

/** The first of the brands named that exists; ids that are null or unknown are passed over. */
export function brandOf(setup: PortalSetup, userBrand: string | null): Brand {
  const byId = (id: string | null): Brand | undefined => setup.brands.find((brand) => brand.id === id);
  const brand = byId(userBrand) ?? byId(setup.brand) ?? setup.brands[0];
  if (brand === undefined) throw new Error('The portal was set up without a brand.');
  return brand;
}

/** Gives the whole document the look of a brand: colours by one attribute, and the picture in the window's tab. */
export function applyLook({ id, theme }: Brand): void {
  document.documentElement.dataset['brand'] = theme;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `/brands/${encodeURIComponent(id)}/favicon.svg`);
}
