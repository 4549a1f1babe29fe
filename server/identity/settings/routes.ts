import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/identity/settings-admin.endpoints.ts';
import {
  BrandToneQuery,
  BrandTones,
  PortalSettingsForm,
  SavedPortalSettings,
} from '#contract/identity/settings-admin.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { type SettingsDeps, saveSettings, showSettings } from './actions.ts';
import { previewOf } from './tones.ts';

export function settingsRoutes(app: FastifyInstance, database: Database, deps: SettingsDeps): void {
  const { read, write } = routesOf(app, database);
  read(endpoints.getPortalSettings, { reply: SavedPortalSettings }, (ctx) => showSettings(ctx, deps.surroundings));
  write(endpoints.savePortalSettings, { body: PortalSettingsForm, reply: SavedPortalSettings }, (ctx, { body }) =>
    saveSettings(ctx, body, deps),
  );
  const tones = { query: BrandToneQuery, reply: BrandTones };
  read(endpoints.getBrandTones, tones, async (_ctx, { query }) => previewOf(query.colour ?? null));
}
