import { isSecret, type Config, type Setting } from '#server/config/config.ts';
import { readSettingsWithSources } from '#server/config/read-settings.ts';
import type { Call, Outcome } from './command.ts';

/** Shows the value of each variable, as the portal uses it, and its source. Of a secret, only the server that it is for is shown. */
export async function showConfig({ options, shell }: Call): Promise<Outcome> {
  const { config, settings } = await readSettingsWithSources(options.demo ? ['--demo'] : [], shell);
  const computedValues = readComputedValues(config);
  const shown = settings.map(({ name, value, from }) => ({
    name,
    value: isSecret(name, value) ? hideSecret(value) : (computedValues[name] ?? value),
    from,
  }));
  return {
    ok: true,
    lines: shown.map(({ name, value, from }) => `${name}=${value}${from === 'default' ? '' : `  (${from})`}`),
    facts: { settings: shown },
  };
}

/** The values that the portal computes from a variable, or from others if it is not set. */
const readComputedValues = (config: Config): Partial<Record<Setting['name'], string>> => ({
  DRAIN_SECONDS: String(config.drainMs / 1000),
  DATA_DIR: config.dataDir,
  PUBLIC_URL: config.publicUrl,
  JWT_KEY_FILE: config.jwtKeyFile,
  SEAL_KEY_FILE: config.sealKeyFile,
  AUDIT_KEY_FILE: config.auditKeyFile,
  LICENCE_KEY_FILE: config.licenceKeyFile ?? 'none',
  REQUIRE_SECOND_FACTOR: config.secondFactorPolicy,
  BACKUP_DIR: config.backup.place,
});

/** Shows of an address only protocol, hosts and, of a database, its name; of another secret only that it is set. */
function hideSecret(value: string): string {
  const [, protocol, hosts, database = ''] = /^(\w+:\/\/)(?:[^@/?#]*@)?([^/?#]*)([^?#]*)/.exec(value) ?? [];
  if (protocol === undefined) return '(secret)';
  return `${protocol}${hosts}${protocol.startsWith('postgres') ? database : ''}`;
}
