import { home } from '@basics/contract/home.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { HomeService } from './home.service.ts';

export function homeRoutes(door: Door, service: HomeService): void {
  serve(door, home.figures, ({ actor }) => service.figures(actor));
}
