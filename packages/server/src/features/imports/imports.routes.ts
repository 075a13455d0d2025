import { imports, largeImports } from '@basics/contract/imports/imports.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { allowUndo, undoMs } from '#server/platform/undo/undo.repository.ts';
import { createAccountsImport } from './import-accounts.ts';
import { createAssignmentsImport } from './import-assignments.ts';
import { createUsersImport } from './import-users.ts';
import {
  addPart,
  cancelLargeImport,
  createLargeImport,
  listLargeImports,
  readLargeImport,
  startLargeImport,
  undoLargeImport,
} from './large-imports.ts';
import { runImport } from './run-import.ts';

/** Mounts the calls that import the files of administrators. `wakeImports` starts the background job that runs large imports. */
export function importsRoutes(router: Router, { wakeImports }: { wakeImports: () => void }): void {
  mount(router, imports.users, (call) => {
    const context = allowUndo(call, undoMs.mass);
    return runImport(context, call.body, createUsersImport({ ...context, invite: call.body.invite }));
  });
  mount(router, imports.assignments, (call) => {
    const context = allowUndo(call, undoMs.mass);
    return runImport(context, call.body, createAssignmentsImport(context));
  });
  mount(router, imports.crmAccounts, (call) => {
    const context = allowUndo(call, undoMs.mass);
    return runImport(context, call.body, createAccountsImport(context));
  });

  mount(router, largeImports.create, (call) => createLargeImport(call, call.body));
  mount(router, largeImports.addPart, (call) => addPart({ ...call, wakeImports }, call.params.id, call.body));
  mount(router, largeImports.get, (call) => readLargeImport(call, call.params.id));
  mount(router, largeImports.list, listLargeImports);
  mount(router, largeImports.start, (call) => startLargeImport({ ...call, wakeImports }, call.params.id, call.body));
  mount(router, largeImports.cancel, (call) => cancelLargeImport({ ...call, wakeImports }, call.params.id));
  mount(router, largeImports.undo, (call) => undoLargeImport({ ...call, wakeImports }, call.params.id));
}
