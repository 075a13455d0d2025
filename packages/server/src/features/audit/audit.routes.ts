import { audit } from '@basics/contract/audit/audit.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { exportAuditLog, searchAuditLog } from './audit-log.ts';
import { readVerification, requestVerification, type AuditVerifier } from './verification.ts';

export function auditRoutes(router: Router, verifier: AuditVerifier): void {
  mount(router, audit.search, (call) => searchAuditLog(call, call.body));
  mount(router, audit.export, (call) => exportAuditLog(call, call.body));
  mount(router, audit.verification, (call) => readVerification(call, verifier.seals));
  mount(router, audit.verify, (call) => requestVerification(call, verifier));
}
