import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { listAssignmentOptions, readAssignment, searchAssignments } from './assignment.ts';
import { findCoverage, findDeletionImpact } from './coverage.ts';
import { exportAssignments } from './export-assignments.ts';
import { handOverTerritory, listTerritories } from './hand-over.ts';
import { findRecipients } from './recipients.repository.ts';
import { changeAssignment, createAssignment, removeAssignment, removeAssignments } from './write-assignment.ts';

/**
 * Mounts the calls about the assignments of salesmen to countries and brands. Users with the permission see all assignments; whether they
 * may change one is checked for each assignment.
 */
export function countrySalesmenRoutes(router: Router): void {
  mount(router, countrySalesmen.options, listAssignmentOptions);
  mount(router, countrySalesmen.search, (call) => searchAssignments(call, call.body));
  mount(router, countrySalesmen.export, (call) => exportAssignments(call, call.body));
  mount(router, countrySalesmen.create, (call) => createAssignment(call, call.body));
  mount(
    router,
    countrySalesmen.update,
    (call) => changeAssignment(call, call.params.id, call.body),
    (call) => readAssignment(call.db, call.params.id),
  );
  mount(router, countrySalesmen.removeMany, (call) =>
    removeAssignments(
      call,
      call.body.map((row) => (typeof row === 'number' ? { id: row } : row)),
    ),
  );
  mount(router, countrySalesmen.remove, (call) => removeAssignment(call, { ...call.params, ...call.query }));
  mount(router, handOver.territories, listTerritories);
  mount(router, handOver.handOver, (call) => handOverTerritory(call, call.body));
  mount(router, countrySalesmen.impact, ({ db, actor, body }) => findDeletionImpact(db, actor, body));
  mount(router, countrySalesmen.coverage, ({ db, actor }) => findCoverage(db, actor));
  mount(router, countrySalesmen.recipient, ({ db, body, at }) => findRecipients(db, body, at));
}
