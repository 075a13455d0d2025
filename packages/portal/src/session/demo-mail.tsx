import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/texts/session.ts';

/** Where the mails of a demo are to be found, which may reach nobody; nothing elsewhere. */
export function DemoMail() {
  const { setup } = useSetup();
  return setup.demo ? <p>{texts.demoMail}</p> : null;
}
