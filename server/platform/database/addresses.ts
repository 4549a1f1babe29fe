/**
 * Splits a connection URL with several hosts into one URL for each host: `postgres://user@one:5432,two:5433/portal`
 * gives two. A URL with one host, or none, is returned unchanged.
 */
export function hostAddresses(address: string): string[] {
  const [, before = '', hosts = '', behind = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]+)(.*)$/.exec(address) ?? [];
  if (!hosts.includes(',')) return [address];
  // Removed, because the driver does not know the parameter, and the portal always finds the host that accepts writes.
  const parameters = behind.replace(/target_session_attrs=[^&]*&?/, '').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${parameters}`);
}
