import type { CodeOwner } from '@basics/contract/licenses/licenses.ts';
import type { CodeLine } from './batch.ts';

/**
 * Lists the accounts that the server proposes as owners of the codes, without duplicates. The account of the member of staff comes last.
 */
export function listCodeOwners(lines: readonly CodeLine[], userId: number): CodeOwner[] {
  const owners = lines.flatMap(({ state }) => (state.status === 'offered' ? (state.preview.owners ?? []) : []));
  const ownersById = new Map(owners.map((owner) => [owner.userId, owner]));
  return [...ownersById.values()].toSorted((first, second) => rankOwner(first, userId) - rankOwner(second, userId));
}

const rankOwner = (owner: CodeOwner, userId: number): number => (owner.userId === userId ? 1 : 0);

/**
 * Lists the codes that go to the customer whom staff have chosen: the codes of the customer's PCs and of PCs that the portal does not know.
 * If the list is empty, staff have chosen a customer whom the server did not propose, for example the new owner of a PC. In this case, the
 * function returns all codes for which the server proposes an owner.
 */
export function listCodesForCustomer(lines: readonly CodeLine[], customerId: number, staffId: number): string[] {
  const linesWithoutLicense = lines.filter(({ state }) => state.status !== 'unreadable' && state.status !== 'issued');
  const codes = linesWithoutLicense.filter(({ state }) => {
    // A code that the server has not checked yet may belong to the customer. If the server proposes no owner, the PC belongs to the member
    // of staff.
    if (state.status !== 'offered') return true;
    const owners = state.preview.owners ?? [];
    const isUnknownPc = owners.length > 0 && owners.every(({ userId }) => userId === staffId);
    return isUnknownPc || owners.some(({ userId }) => userId === customerId);
  });
  const chosenLines =
    codes.length > 0 ? codes : linesWithoutLicense.filter((line) => listCodeOwners([line], staffId).length > 0);
  return chosenLines.map(({ id }) => id);
}
