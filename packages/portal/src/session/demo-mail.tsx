import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/texts/session.ts';

/** In a demo, says where its e-mails can be read, because they are not sent; empty elsewhere. */
export function DemoMail() {
  const { setup } = useSetup();
  return setup.demo ? <p>{texts.demoMail}</p> : null;
}
