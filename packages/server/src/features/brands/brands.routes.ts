import { brands, pictures } from '@basics/contract/brands/brands.ts';
import { noPagePolicy, sendWithRevalidation } from '#server/platform/http/response-headers.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { createBrand } from './create-brand.ts';
import { listBrands, readBrand } from './list-brands.ts';
import type { ThemeSource } from './theme-source.ts';
import { makeDefaultBrand, removeBrand, setBrandPicture, updateBrand } from './write-brand.ts';

export function brandsRoutes(router: Router, themes: ThemeSource): void {
  mount(router, brands.list, listBrands);
  mount(router, brands.get, (call) => readBrand(call, call.params.id));
  mount(router, brands.create, (call) => createBrand(call, call.body));
  mount(
    router,
    brands.update,
    (call) => updateBrand(call, call.params.id, call.body),
    (call) => readBrand(call, call.params.id),
  );
  mount(router, brands.makeDefault, (call) => makeDefaultBrand(call, call.params.id, call.body.version));
  mount(router, brands.setPicture, (call) => setBrandPicture(call, call.params, call.body));
  mount(router, brands.remove, (call) => removeBrand(call, call.params.id));
  mount(router, brands.setup, (call) => themes.readSetup(call.origin.host));
  serveThemeFiles(router, themes);
}

/** Serves the files of the themes for every page: one style sheet, and two pictures for each brand. */
function serveThemeFiles({ http }: Router, themes: ThemeSource): void {
  http.get('/brands/looks.css', async (request, reply) =>
    sendWithRevalidation(request, reply.type('text/css; charset=utf-8'), await themes.readStyles()),
  );
  for (const pictureName of pictures) {
    http.get<{ Params: { brandId: string } }>(`/brands/:brandId/${pictureName}.svg`, async (request, reply) => {
      const svg = await themes.readPicture(request.params.brandId, pictureName);
      // A picture that is opened directly as a page may not load or run anything.
      reply.type('image/svg+xml; charset=utf-8').header('content-security-policy', noPagePolicy);
      return sendWithRevalidation(request, reply, svg);
    });
  }
}
