import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/identity/settings-admin.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { type SettingsDeps, saveSettings, showSettings } from './actions.ts';
import { previewOf } from './tones.ts';

export function settingsRoutes(app: FastifyInstance, database: Database, deps: SettingsDeps): void {
  const { read, write } = routesOf(app, database);
  read(endpoints.getPortalSettings, (ctx) => showSettings(ctx, deps.surroundings));
  write(endpoints.savePortalSettings, (ctx, { body }) => saveSettings(ctx, body, deps));
  read(endpoints.getBrandTones, async (_ctx, { query }) => previewOf(query.colour ?? null));
}
