import * as z from 'zod/mini';
import { Connection, ConnectionChange, NewConnection } from './connections.ts';

/** Addresses for which a connection of the portal vouches: verified ones, or all at the operator's risk (SSO-06). */
const Vouches = z.enum(['verified', 'all'], { error: 'A connection vouches for verified addresses or for all' });

export const NewPortalConnection = z.extend(NewConnection, { vouches: z._default(Vouches, 'verified') });
export type NewPortalConnection = z.infer<typeof NewPortalConnection>;

export const PortalConnectionChange = z.extend(ConnectionChange, { vouches: z.optional(Vouches) });
export type PortalConnectionChange = z.infer<typeof PortalConnectionChange>;

/** A connection for everybody. */
export const PortalConnection = z.extend(Connection, {
  vouches: Vouches,
  /** Whether the operator has set it by environment variables, so that it cannot be changed here (SSO-14). */
  isOperators: z.boolean(),
});
export type PortalConnection = z.infer<typeof PortalConnection>;
