import { endpoint } from '../endpoint.ts';
import { BrandToneQuery, BrandTones, PortalSettingsForm, SavedPortalSettings } from './settings-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = "The portal's name, brand, publisher, public pages and registration";

export const getPortalSettings = endpoint({
  method: 'GET',
  path: '/api/admin/portal-settings',
  response: SavedPortalSettings,
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: "The portal's settings, and which of them the operator has set",
  errors: [],
});

export const savePortalSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/portal-settings',
  body: PortalSettingsForm,
  response: SavedPortalSettings,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Changes the portal's settings, for every user at once; what is left out stays as it is",
  errors: [
    'portal.conflict',
    'portal.set-by-operator',
    'portal.domains-required',
    'portal.picture-unknown',
    'portal.picture-refused',
    'portal.picture-too-large',
  ],
});

export const getBrandTones = endpoint({
  method: 'GET',
  path: '/api/admin/portal-settings/tones',
  query: BrandToneQuery,
  response: BrandTones,
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: 'The tones that a brand colour has in both themes, with their contrasts; without one the usual tones',
  errors: [],
});
