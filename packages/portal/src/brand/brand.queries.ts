import { portalSetup, readSetup, type PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { call } from '#portal/api/call.ts';

/** Loads the setup. The server writes the setup into the page; in development, where Vite delivers the page, the setup is requested. */
export async function loadSetup(): Promise<PortalSetup> {
  return readWrittenSetup() ?? (await call(readSetup));
}

function readWrittenSetup(): PortalSetup | null {
  const setupText = document.querySelector<HTMLMetaElement>('meta[name="basics-portal"]')?.content ?? '';
  return setupText === '' ? null : portalSetup.parse(JSON.parse(setupText));
}
