import type { Mutation } from './mutation.ts';

const rules = 'packages/server/src/features/licenses/license.ts';
const issuing = 'packages/server/src/features/licenses/issue-license.ts';
const rows = 'packages/server/src/features/licenses/licenses.repository.ts';
const changes = 'packages/server/src/features/license-admin/change-license.ts';
const returns = 'packages/server/src/features/license-admin/give-back-license.ts';

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

/** Faults in the rules about seats, moves and bridges. */
export const seatMutations: readonly Mutation[] = [
  {
    fault: 'a move replaces the PC with the oldest licence, and not the PC with the same name',
    file: rules,
    search: "(machine) => name !== '' && machine.name === name",
    replacement: '() => false',
    test: { ...rulesTest, title: '' },
  },
  {
    fault: 'a move of a PC without a name replaces another PC without a name',
    file: rules,
    search: "name !== '' && machine.name === name",
    replacement: 'machine.name === name',
    test: { ...rulesTest, title: '' },
  },
  {
    fault: 'a move replaces the PC with the newest licence',
    file: rules,
    search: '(a.licence?.issuedAt ?? 0) - (b.licence?.issuedAt ?? 0)',
    replacement: '(b.licence?.issuedAt ?? 0) - (a.licence?.issuedAt ?? 0)',
    test: { ...rulesTest, title: '' },
  },
  {
    fault: 'a move does not release the PC that it replaces',
    file: issuing,
    search: '  await releaseMachine(trx, replacedMachine.machineId, input.now);\n',
    replacement: '',
    test: { ...licensesTest, title: '' },
  },
  {
    fault: 'a move does not replace the licence of the former PC',
    file: issuing,
    search: '[machineId, replacedMachine.machineId] : [machineId]',
    replacement: '[machineId] : [machineId]',
    test: { ...licensesTest, title: '' },
  },
  {
    fault: 'a policy gives one seat too many',
    file: rules,
    search: 'others.length >= policy.seats',
    replacement: 'others.length > policy.seats',
    test: { ...rulesTest, title: '' },
  },
  {
    fault: 'a policy gives one move too many',
    file: rules,
    search: 'situation.movesUsed >= policy.moves',
    replacement: 'situation.movesUsed > policy.moves',
    test: { ...rulesTest, title: '' },
  },
  {
    fault: 'a bridge takes a seat',
    file: rules,
    search: 'licence !== null && licence.isBridge !== true && licence.expiresAt > now',
    replacement: 'licence !== null && licence.expiresAt > now',
    test: { project: 'server', file: 'packages/server/src/features/licenses/bridge.api.test.ts', title: '' },
  },
  {
    fault: 'a PC with changed parts is preferred to one with the same parts',
    file: rules,
    search: "findRelated('same') ?? findRelated('changed')",
    replacement: "findRelated('changed') ?? findRelated('same')",
    test: { ...rulesTest, title: '' },
  },
  {
    fault: 'a removed PC is preferred to the same PC in use',
    file: rules,
    search: 'Number(a.isReleased) - Number(b.isReleased)',
    replacement: 'Number(b.isReleased) - Number(a.isReleased)',
    test: { ...rulesTest, title: '' },
  },
  {
    fault: 'a removed PC gets a licence again',
    file: rules,
    search: "  if (findings.isGone) return 'PC_DECLARED_GONE';\n",
    replacement: '',
    test: { project: 'server', file: 'packages/server/src/features/licenses/declared-gone.api.test.ts', title: '' },
  },
  {
    fault: 'a customer gets a second bridge for the same PC',
    file: 'packages/server/src/features/licenses/bridge.ts',
    search: '!bridge || bridge.isPcUsed || bridge.isAccountUsed',
    replacement: '!bridge || bridge.isAccountUsed',
    test: { project: 'server', file: 'packages/server/src/features/licenses/bridge.api.test.ts', title: '' },
  },
  {
    fault: 'a move that staff allowed beyond the limit uses a move of the customer',
    file: rows,
    search: "    .where('at', '<=', key.now + clockSkewMs)\n    .where('overrideReason', 'is', null);",
    replacement: "    .where('at', '<=', key.now + clockSkewMs);",
    test: { ...releaseTest, title: 'staff can release a PC beyond the limit with a reason, which uses no move' },
  },
  {
    fault: 'the licence of a removed PC stays valid',
    file: changes,
    search: '  await retireLicenses(trx, machineId, at);\n',
    replacement: '',
    test: { ...releaseTest, title: '' },
  },
  {
    fault: 'a customer without moves can remove a PC',
    file: changes,
    search: 'movesUsed >= allowed && overrideReason === null',
    replacement: 'movesUsed > allowed && overrideReason === null',
    test: { ...releaseTest, title: '' },
  },
  {
    fault: 'a customer without moves can return a licence',
    file: returns,
    search: 'movesUsed >= allowed && overrideReason === null',
    replacement: 'movesUsed > allowed && overrideReason === null',
    test: { ...returnTest, title: '' },
  },
  {
    fault: 'a returned licence stays valid',
    file: returns,
    search: "    await markLicenseRevoked(trx, { licenseId, userId }, { reason: 'basics return', at });\n",
    replacement: '',
    test: { ...returnTest, title: '' },
  },
];
