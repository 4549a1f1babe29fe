import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiKey, KeyChange, KeyForm, KeyOfOrganisation, NewApiKey } from '#contract/identity/api-keys.ts';
import { Message } from '#contract/message.ts';
import * as endpoints from '#contract/organisations/organisations-keys.endpoints.ts';
import { IdParams } from '#contract/text.ts';
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

  read(endpoints.listOrganisationKeys, { params: IdParams, reply: z.array(ApiKey) }, (ctx, { params }) =>
    keys.listKeys(ctx, params.id),
  );

  const created = { params: IdParams, body: KeyForm, reply: NewApiKey };
  write(endpoints.createOrganisationKey, created, (ctx, { params, body }) =>
    keys.createKey(ctx, { organisationId: params.id, form: body }, portal),
  );

  const changed = { params: KeyOfOrganisation, body: KeyChange, reply: ApiKey };
  write(endpoints.changeOrganisationKey, changed, (ctx, { params, body }) =>
    keys.changeKey(ctx, { ...idsOf(params), form: body }, portal),
  );

  write(endpoints.takeKeyOver, { params: KeyOfOrganisation, reply: ApiKey }, (ctx, { params }) =>
    keys.takeKeyOver(ctx, idsOf(params), portal),
  );

  write(endpoints.revokeOrganisationKey, { params: KeyOfOrganisation, reply: Message }, async (ctx, { params }) => {
    await keys.revokeKey(ctx, idsOf(params), portal);
    return { message: 'The key is revoked.' };
  });
}
