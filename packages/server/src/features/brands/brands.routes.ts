import { brands, pictures } from '@basics/contract/brands.ts';
import { noPagePolicy } from '#server/platform/http/secure-headers.ts';
import { mount } from '#server/platform/http/mount.ts';
import { sendWithRevalidation } from '#server/platform/http/send-fresh.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { BrandsService } from './brands.service.ts';
import type { ThemesService } from './themes.service.ts';

export function brandsRoutes(router: Router, service: BrandsService): void {
  mount(router, brands.list, () => service.list());
  mount(router, brands.get, ({ params }) => service.get(params.id));
  mount(router, brands.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  mount(
    router,
    brands.update,
    ({ actor, params, body, origin }) => service.update(actor, params.id, body, origin),
    ({ params }) => service.get(params.id),
  );
  mount(router, brands.makeDefault, ({ actor, params, body, origin }) =>
    service.makeDefault(actor, params.id, body.version, origin),
  );
  mount(router, brands.setPicture, ({ actor, params, body, origin }) =>
    service.setPicture(actor, { id: params.id, pictureName: params.which }, body, origin),
  );
  mount(router, brands.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));
}

/** Serves the files of the themes for every page: one style sheet, and two pictures for each brand. */
export function themesRoutes(router: Router, service: ThemesService): void {
  mount(router, brands.setup, ({ origin }) => service.setup(origin.host));

  const { http } = router;
  http.get('/brands/looks.css', async (request, reply) =>
    sendWithRevalidation(request, reply.type('text/css; charset=utf-8'), await service.looks()),
  );
  for (const pictureName of pictures) {
    http.get<{ Params: { brandId: string } }>(`/brands/:brandId/${pictureName}.svg`, async (request, reply) => {
      const svg = await service.picture(request.params.brandId, pictureName);
      // A picture that is opened directly as a page may not load or run anything.
      reply.type('image/svg+xml; charset=utf-8').header('content-security-policy', noPagePolicy);
      return sendWithRevalidation(request, reply, svg);
    });
  }
}
