import type { CodeOwner } from '@basics/contract/licenses.ts';
import type { CodeLine } from './batch.ts';

/** Lists the accounts that the checks of the codes propose to staff, each once; their own account comes last. */
export function listCodeOwners(lines: readonly CodeLine[], userId: number): CodeOwner[] {
  const owners = lines.flatMap(({ state }) => (state.status === 'offered' ? (state.preview.owners ?? []) : []));
  const ownersById = new Map(owners.map((owner) => [owner.userId, owner]));
  return [...ownersById.values()].toSorted((first, second) => isOwn(first, userId) - isOwn(second, userId));
}

const isOwn = (owner: CodeOwner, userId: number): number => (owner.userId === userId ? 1 : 0);

/**
 * Lists the codes that go to the customer whom staff have chosen: those of the customer's PCs and of PCs that nobody has. If there are
 * none, staff have chosen a customer whom no check proposes, for example the new owner of a PC; then all codes that have a proposal go to
 * this customer.
 */
export function listCodesForCustomer(lines: readonly CodeLine[], customerId: number, staffId: number): string[] {
  const withoutLicense = lines.filter(({ state }) => state.status !== 'unreadable' && state.status !== 'issued');
  const codes = withoutLicense.filter(({ state }) => {
    // Until the server has answered, a code may be one of the customer. If the answer proposes nobody, staff themselves have the PC.
    if (state.status !== 'offered') return true;
    const owners = state.preview.owners ?? [];
    const isUnknownPc = owners.length > 0 && owners.every(({ userId }) => userId === staffId);
    return isUnknownPc || owners.some(({ userId }) => userId === customerId);
  });
  const movedCodes =
    codes.length > 0 ? codes : withoutLicense.filter((line) => listCodeOwners([line], staffId).length > 0);
  return movedCodes.map(({ id }) => id);
}
