import { renderAccessPage } from './access-page.ts';

/** Prints docs/access.md. */
process.stdout.write(renderAccessPage());
