import { portalSetup, readSetup } from '@basics/contract/portal-setup.ts';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import { call } from '#portal/api/call.ts';

/** What the server wrote into the page; it is asked for where another server delivers the page (in development). */
export async function loadSetup(): Promise<PortalSetup> {
  return readWrittenSetup() ?? (await call(readSetup));
}

function readWrittenSetup(): PortalSetup | null {
  const written = document.querySelector<HTMLMetaElement>('meta[name="basics-portal"]')?.content ?? '';
  return written === '' ? null : portalSetup.parse(JSON.parse(written));
}
