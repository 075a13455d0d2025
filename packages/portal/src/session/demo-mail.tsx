import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/texts/session.ts';

/** Tells users of a demo where its e-mails can be read, because they are not sent. Outside of a demo, the component renders nothing. */
export function DemoMail() {
  const { setup } = useSetup();
  return setup.demo ? <p>{texts.demoMail}</p> : null;
}
