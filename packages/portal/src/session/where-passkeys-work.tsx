import type { Elements } from '#portal/ui/layout/layout.tsx';
import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/texts/session.ts';
import { findPasskeyPlace } from './passkeys.tsx';

/** Shows the control for passkeys where they work. At another address of the portal, a sentence names the address where they work. */
export function WherePasskeysWork({ children }: { children: Elements }) {
  const place = findPasskeyPlace(useSetup().setup);
  if (place === 'here') return children;
  if (place === 'nowhere') return null;
  return (
    <p>
      <span>{texts.passkeysWorkAt}</span> <a href={place.origin}>{place.origin}</a>
    </p>
  );
}
