import type { Mutation } from './mutation.ts';

const rulesFile = 'packages/server/src/features/licenses/license.ts';
const issuingFile = 'packages/server/src/features/licenses/issue/issue-license.ts';
const repositoryFile = 'packages/server/src/features/licenses/licenses.repository.ts';
const changesFile = 'packages/server/src/features/license-admin/change-license.ts';
const returnsFile = 'packages/server/src/features/license-admin/give-back-license.ts';

const rulesTest = { project: 'server', file: 'packages/server/src/features/licenses/license.test.ts' } as const;
const licensesTest = { project: 'server', file: 'packages/server/src/features/licenses/licenses.api.test.ts' } as const;
const releaseTest = {
  project: 'server',
  file: 'packages/server/src/features/license-admin/release-machine.api.test.ts',
} as const;
const returnTest = {
  project: 'server',
  file: 'packages/server/src/features/license-admin/give-back-license.api.test.ts',
} as const;

/**
 * Faults to plant in the rules about seats (one for each PC that a user can license at the same time), moves to another PC, and bridges
 * (licences for 7 days without staff).
 */
export const seatMutations: readonly Mutation[] = [
  {
    fault: 'a move replaces the PC with the oldest licence, and not the PC with the same name',
    file: rulesFile,
    search: "(machine) => name !== '' && machine.name === name",
    replacement: '() => false',
    test: { ...rulesTest, title: 'a move replaces the PC with the same name' },
  },
  {
    fault: 'a move of a PC without a name replaces another PC without a name',
    file: rulesFile,
    search: "name !== '' && machine.name === name",
    replacement: 'machine.name === name',
    test: { ...rulesTest, title: 'a move replaces the PC with the oldest licence if no name is the same' },
  },
  {
    fault: 'a move replaces the PC with the newest licence',
    file: rulesFile,
    search: '(a.licence?.issuedAt ?? 0) - (b.licence?.issuedAt ?? 0)',
    replacement: '(b.licence?.issuedAt ?? 0) - (a.licence?.issuedAt ?? 0)',
    test: { ...rulesTest, title: 'a move replaces the PC with the oldest licence if no name is the same' },
  },
  {
    fault: 'a move does not release the PC that it replaces',
    file: issuingFile,
    search: '  await releaseMachine(trx, replacedMachine.machineId, input.now);\n',
    replacement: '',
    test: { ...licensesTest, title: 'a move frees the seat of the old PC, and is counted' },
  },
  {
    fault: 'a move does not replace the licence of the former PC',
    file: issuingFile,
    search: '[machineId, replacedMachine.machineId] : [machineId]',
    replacement: '[machineId] : [machineId]',
    test: { ...licensesTest, title: 'a move frees the seat of the old PC, and is counted' },
  },
  {
    fault: 'a policy gives one seat too many',
    file: rulesFile,
    search: 'otherSeats >= policy.seats',
    replacement: 'otherSeats > policy.seats',
    test: { ...rulesTest, title: 'a new PC is refused when all seats are taken' },
  },
  {
    fault: 'a policy gives one move too many',
    file: rulesFile,
    search: 'situation.movesUsed >= policy.moves',
    replacement: 'situation.movesUsed > policy.moves',
    test: {
      ...rulesTest,
      title: 'a move is refused when all moves are used, and the refusal contains the number of moves',
    },
  },
  {
    fault: 'a bridge takes a seat',
    file: rulesFile,
    search: 'licence !== null && licence.isBridge !== true && licence.expiresAt > now',
    replacement: 'licence !== null && licence.expiresAt > now',
    test: {
      project: 'server',
      file: 'packages/server/src/features/licenses/seats/bridge.api.test.ts',
      title:
        'a bridge licence uses no seat: the next full licence takes the free seat, even for the PC that had the bridge licence',
    },
  },
  {
    fault: 'a PC with changed parts is preferred to one with the same parts',
    file: rulesFile,
    search: "findRelated('same') ?? findRelated('changed')",
    replacement: "findRelated('changed') ?? findRelated('same')",
    test: {
      ...rulesTest,
      title: 'a known PC with exactly the same parts is preferred to a similar PC, even if the known PC was removed',
    },
  },
  {
    fault: 'a removed PC is preferred to the same PC in use',
    file: rulesFile,
    search: 'Number(a.isReleased) - Number(b.isReleased)',
    replacement: 'Number(b.isReleased) - Number(a.isReleased)',
    test: {
      ...rulesTest,
      title: 'a known PC with exactly the same parts is preferred to a similar PC, even if the known PC was removed',
    },
  },
  {
    fault: 'a removed PC gets a licence again',
    file: rulesFile,
    search: "  if (findings.isDeclaredGone) return 'PC_DECLARED_GONE';\n",
    replacement: '',
    test: {
      project: 'server',
      file: 'packages/server/src/features/licenses/seats/bridge.api.test.ts',
      title:
        'a licence request from a PC that its owner has removed is reported to the salesman once a day, and is in the audit log',
    },
  },
  {
    fault: 'a customer gets a second bridge for the same PC',
    file: 'packages/server/src/features/licenses/seats/bridge.ts',
    search: '!bridge || bridge.isPcLimitReached || bridge.isAccountLimitReached',
    replacement: '!bridge || bridge.isAccountLimitReached',
    test: {
      project: 'server',
      file: 'packages/server/src/features/licenses/seats/bridge.api.test.ts',
      title: 'a PC gets one bridge licence in 90 days, even under different accounts',
    },
  },
  {
    fault: 'a move that staff allowed beyond the limit uses a move of the customer',
    file: repositoryFile,
    search: "    .where('at', '<=', key.now + clockSkewMs)\n    .where('overrideReason', 'is', null);",
    replacement: "    .where('at', '<=', key.now + clockSkewMs);",
    test: {
      ...releaseTest,
      title: 'staff can release a PC beyond the limit with a reason, and this release uses no move',
    },
  },
  {
    fault: 'the licence of a removed PC stays valid',
    file: changesFile,
    search: '  await retireLicenses(trx, machineId, at);\n',
    replacement: '',
    test: { ...releaseTest, title: 'PCs that use a seat come first in the list of PCs' },
  },
  {
    fault: 'a customer without moves can remove a PC',
    file: changesFile,
    search: 'movesUsed >= allowed && overrideReason === null',
    replacement: 'movesUsed > allowed && overrideReason === null',
    test: {
      ...releaseTest,
      title: 'releases and moves by codes are counted together, and three are allowed in twelve months',
    },
  },
  {
    fault: 'a customer without moves can return a licence',
    file: returnsFile,
    search: 'movesUsed >= allowed && overrideReason === null',
    replacement: 'movesUsed > allowed && overrideReason === null',
    test: {
      ...returnTest,
      title: 'when the owner has used all moves, only staff can use a return code, and only with a reason',
    },
  },
  {
    fault: 'a returned licence stays valid',
    file: returnsFile,
    search: "    await markLicenseRevoked(trx, { licenseId, userId }, { reason: 'basics return', at });\n",
    replacement: '',
    test: {
      ...returnTest,
      title: 'a return code frees the seat at once, counts as a move, and puts the licence on the revocation list',
    },
  },
];
