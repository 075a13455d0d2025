import { home } from '@basics/contract/home.ts';
import type { FakeServer } from './fake-server.ts';

/** A server whose figures for staff are all zero. */
export function answerFigures(server: FakeServer): void {
  server.answer(home.figures, () => ({
    clock: null,
    spraying: null,
    requests: { total: 0, byAge: [] },
    licenses: { total: 0, byMonth: [] },
    neverActivated: { total: 0, byAge: [] },
  }));
}
