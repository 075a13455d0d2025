import { legal } from '@basics/contract/legal/legal.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { readLegalText, updateLegalText } from './legal-texts.ts';

export function legalRoutes(router: Router): void {
  mount(router, legal.get, (call) => readLegalText(call.db, call.params));
  mount(router, legal.update, (call) => updateLegalText(call, call.params, call.body));
}
