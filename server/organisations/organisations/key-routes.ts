import type { FastifyInstance } from 'fastify';
import type { KeyOfOrganisation } from '#contract/identity/api-keys.ts';
import * as endpoints from '#contract/organisations/organisations-keys.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as keys from './key-actions.ts';

/** Registers the routes for an organisation's keys. */
export function organisationKeyRoutes(
  app: FastifyInstance,
  { database, portal }: { database: Database; portal: Portal },
): void {
  const { read, write } = routesOf(app, database);
  const idsOf = ({ id, keyId }: KeyOfOrganisation) => ({ organisationId: id, keyId });

  read(endpoints.listOrganisationKeys, (ctx, { params }) => keys.listKeys(ctx, params.id));

  write(endpoints.createOrganisationKey, (ctx, { params, body }) =>
    keys.createKey(ctx, { organisationId: params.id, form: body }, portal),
  );

  write(endpoints.changeOrganisationKey, (ctx, { params, body }) =>
    keys.changeKey(ctx, { ...idsOf(params), form: body }, portal),
  );

  write(endpoints.takeKeyOver, (ctx, { params }) => keys.takeKeyOver(ctx, idsOf(params), portal));

  write(endpoints.revokeOrganisationKey, async (ctx, { params }) => {
    await keys.revokeKey(ctx, idsOf(params), portal);
    return { message: 'The key is revoked.' };
  });
}
