import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/texts/session.ts';

/** In a demo, which sends no e-mails, shows where the e-mails can be read. Outside of a demo, the component renders nothing. */
export function DemoMail() {
  const { setup } = useSetup();
  return setup.demo ? <p>{texts.demoMail}</p> : null;
}
