import type { SalesmanTerritory } from '@basics/contract/country-salesmen/hand-over.ts';
import { counted } from './counted.ts';

/** Texts of the notice that offers to hand over the territory of a salesman who leaves. */
export const handOverOffer = {
  title: (name: string, { assignments, users }: Pick<SalesmanTerritory, 'assignments' | 'users'>) =>
    `${name} has ${counted(assignments, 'assignment')} and created ${counted(users, 'user')}`,
  reasons: {
    suspension: 'A suspended salesman gets no requests. Hand the territory over to another salesman.',
    deletion: 'The assignments of a salesman are deleted with the account. Hand them over to another salesman first.',
    profile:
      'The assignments of a salesman are deleted when the profile changes. Hand them over to another salesman first.',
  },
  open: 'Hand over the territory',
} as const;
