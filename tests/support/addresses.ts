import type { DatabaseAddresses } from '#server/platform/database/db.ts';

/** Returns the connection URLs of another database on the same server, for the same two roles. */
export function addressesOf(name: string, { owner, service }: DatabaseAddresses): DatabaseAddresses {
  const addressOf = (connectionString: string) =>
    Object.assign(new URL(connectionString), { pathname: `/${name}` }).href;
  return { owner: addressOf(owner), service: addressOf(service) };
}
