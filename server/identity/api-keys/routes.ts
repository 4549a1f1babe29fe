import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/identity/api-keys.endpoints.ts';
import * as admin from '#contract/identity/api-keys-admin.endpoints.ts';
import { listAdministrators } from '#server/identity/accounts/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as keys from './actions.ts';

type KeyRoutes = { database: Database; portal: Portal };

/** Registers the routes for members' own keys. */
export function keyRoutes(app: FastifyInstance, { database, portal }: KeyRoutes): void {
  const { read, write } = routesOf(app, database);
  const ownerOf = ({ actor }: MemberContext) => ({ kind: 'member', userId: actor.userId }) as const;
  const findAudience = async (ctx: MemberContext) => ({
    readers: [await keys.getKeyReader(ctx)],
    path: '/settings',
    portal,
  });

  read(endpoints.listOwnKeys, (ctx) => keys.listKeys(ctx, ownerOf(ctx)));

  write(endpoints.createOwnKey, async (ctx, { body }) =>
    keys.createKey(ctx, ownerOf(ctx), { form: body, audience: await findAudience(ctx) }),
  );

  write(endpoints.changeOwnKey, async (ctx, { params, body }) =>
    keys.changeKey(ctx, ownerOf(ctx), { id: params.id, form: body, audience: await findAudience(ctx) }),
  );

  write(endpoints.revokeOwnKey, async (ctx, { params }) => {
    await keys.revokeKey(ctx, ownerOf(ctx), { id: params.id, audience: await findAudience(ctx) });
    return { message: 'The key is revoked.' };
  });
}

const ofPortal = { kind: 'portal' } as const;

/** Registers the routes for the portal's keys. */
export function portalKeyRoutes(app: FastifyInstance, { database, portal }: KeyRoutes): void {
  const { read, write } = routesOf(app, database);
  const path = '/admin-dashboard/settings/developers';
  const findAudience = async (ctx: MemberContext) => ({ readers: await listAdministrators(ctx), path, portal });

  read(admin.listPortalKeys, (ctx) => keys.listKeys(ctx, ofPortal));

  write(admin.createPortalKey, async (ctx, { body }) =>
    keys.createKey(ctx, ofPortal, { form: body, audience: await findAudience(ctx) }),
  );

  write(admin.changePortalKey, async (ctx, { params, body }) =>
    keys.changeKey(ctx, ofPortal, { id: params.id, form: body, audience: await findAudience(ctx) }),
  );

  write(admin.revokePortalKey, async (ctx, { params }) => {
    await keys.revokeKey(ctx, ofPortal, { id: params.id, audience: await findAudience(ctx) });
    return { message: 'The key is revoked.' };
  });
}
