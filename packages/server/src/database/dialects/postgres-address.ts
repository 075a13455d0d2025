/** The values of libpq's `target_session_attrs` that a portal can use: a portal writes, so it needs a server that can be written. */
const usableTargets: ReadonlySet<string | null> = new Set([null, 'any', 'read-write', 'primary']);

/**
 * Splits the address of a PostgreSQL database into one address for each host, as libpq does:
 * `postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`. Returns an empty list if the text is no such
 * address, or if the portal could not write to the servers that it asks for.
 */
export function splitAddress(text: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/.exec(text) ?? [];
  const addresses = start === '' ? [] : hosts.split(',').map((host) => start + host + end);
  const isValid = addresses.every(
    (address) => URL.canParse(address) && usableTargets.has(new URL(address).searchParams.get('target_session_attrs')),
  );
  return isValid ? addresses.map(removeTarget) : [];
}

/** Removes the name that the library pg does not know. The address of a single host stays as it is. */
function removeTarget(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.has('target_session_attrs')) return address;
  url.searchParams.delete('target_session_attrs');
  return url.href;
}
