import type {
  NewPortalConnection,
  PortalConnection,
  PortalConnectionChange,
} from '#contract/identity/connections-admin.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import * as admin from '../admin-actions.ts';
import * as connections from '../connection-actions.ts';
import type { Providers } from '../provider-actions.ts';

type Deps = admin.PortalDeps & { providers: Providers; sealer: Sealer };

/**
 * Adds a connection of the portal, and mails the administrators. Fetches the document of its issuer first, outside a
 * transaction.
 */
export async function addPortal(
  ctx: MemberFlowContext,
  deps: Deps,
  form: NewPortalConnection,
): Promise<PortalConnection> {
  const document = await deps.providers.require(null, form.issuer);
  return ctx.transaction(async (inner) => {
    await connections.lockPortal(inner);
    const { vouches } = form;
    const adding = { organisationId: null, form, vouches, acceptsUnverified: false, document, sealer: deps.sealer };
    const row = await connections.addConnection(inner, adding);
    await admin.tell(inner, row, 'was added, and can be tested', deps);
    return admin.showPortal(inner, row, deps.portal);
  });
}

/**
 * Changes a connection of the portal, and mails the administrators. Fetches the document of a new issuer first, outside
 * a transaction.
 */
export async function changePortal(
  ctx: MemberFlowContext,
  deps: Deps,
  { connectionId, form }: { connectionId: string; form: PortalConnectionChange },
): Promise<PortalConnection> {
  const { issuer } = await ctx.transaction((inner) => admin.lockChangeable(inner, connectionId));
  const isOther = form.issuer !== undefined && form.issuer !== issuer;
  const document = isOther ? await deps.providers.require(null, form.issuer ?? issuer) : null;
  return ctx.transaction(async (inner) => {
    const row = await admin.lockChangeable(inner, connectionId);
    const changing = { form, vouches: form.vouches, document, sealer: deps.sealer };
    const after = await connections.changeConnection(inner, row, changing);
    await admin.tell(inner, after, 'was changed', deps);
    return admin.showPortal(inner, after, deps.portal);
  });
}
