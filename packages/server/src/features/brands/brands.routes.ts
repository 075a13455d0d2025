import { brands } from '@basics/contract/brands.ts';
import { noPagePolicy } from '#server/platform/secure-headers.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { BrandsService } from './brands.service.ts';

export function brandsRoutes(door: Door, service: BrandsService): void {
  serve(door, brands.setup, ({ origin }) => service.setup(origin.host));

  door.http.get('/brands/looks.css', async (_, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(await service.looks()),
  );
  for (const which of ['mark', 'favicon'] as const) {
    door.http.get<{ Params: { brandId: string } }>(`/brands/:brandId/${which}.svg`, async (request, reply) =>
      reply
        .type('image/svg+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=60')
        .header('content-security-policy', noPagePolicy)
        .send(await service.picture(request.params.brandId, which)),
    );
  }
}
