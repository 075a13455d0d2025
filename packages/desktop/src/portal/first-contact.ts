import type { Tool } from '#desktop/tool.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { fetchPortalKeys, isSafeConnection } from './portal-keys.ts';
import { formatTrustedKeys } from './trust-command.ts';
import type { Environment } from '../command/environment.ts';

/** Pins the keys of a portal at the first contact, and prints a note. Keys that are already pinned are never replaced. */
export async function pinFirstKeys(tool: Tool, portal: URL, environment: Environment): Promise<void> {
  if (tool.keys().length > 0) return;
  const trustHint = `Before "basics install", run: basics trust ${portal.origin}`;
  if (!isSafeConnection(portal)) {
    environment.note(
      `Licences cannot be verified yet, and the connection to ${portal.origin} is not encrypted. ${trustHint}`,
    );
    return;
  }
  try {
    const keys = tool.trust(await fetchPortalKeys(portal, 3000), portal.origin);
    environment.note(`First connection to this portal. ${formatTrustedKeys(keys, portal.origin)}`);
  } catch (problem) {
    if (!(problem instanceof ToolProblem)) throw problem;
    const otherPortalHint = 'To use another portal address, set BASICS_PORTAL_URL or use --portal.';
    environment.note(`Licences cannot be verified yet. ${problem.message} ${otherPortalHint} ${trustHint}`);
  }
}
