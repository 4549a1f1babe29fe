/**
 * Splits an address of several hosts into one address for each host: `postgres://user@one:5432,two:5433/portal` gives
 * two. An address of one host, or of none, is left as it is.
 */
export function hostAddresses(address: string): string[] {
  const [, before = '', hosts = '', behind = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]+)(.*)$/.exec(address) ?? [];
  if (!hosts.includes(',')) return [address];
  // Removed, because the driver does not know the parameter, and the portal always finds the host that accepts writes.
  const parameters = behind.replace(/target_session_attrs=[^&]*&?/, '').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${parameters}`);
}
