import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { isBlank } from '#contract/catalogue/articles-text.ts';
import {
  maxBrandPictureBytes,
  type PortalSettings,
  type PortalSettingsForm,
  type SavedPortalSettings,
} from '#contract/identity/settings-admin.ts';
import { findAccount } from '#server/identity/accounts/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { BlobMissing, type Blobs } from '#server/platform/files/blobs.ts';
import type { BrandField, PrintedBrand } from '#server/platform/files/pdf.ts';
import type { Dress } from '#server/platform/http/web-app.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import {
  auditedOf,
  type BrandPicture,
  fieldNames,
  maxBrandPicturePixels,
  pictureRejection,
  type Surroundings,
  sellerLines,
  sellerOf,
  settingsOf,
  uploadsIn,
} from './rules.ts';
import * as store from './store.ts';
import { declarationsOf, tonesOf } from './tones.ts';

export type { BrandPicture, PortalSettings };

/**
 * Returns the effective settings of the portal, read in the caller's transaction. Pages for everybody use
 * `RouteServices.settings` instead, which caches them until they change.
 */
export async function readSettings({ db }: Pick<Context, 'db'>, surroundings: Surroundings): Promise<PortalSettings> {
  return settingsOf(chosenOf(await store.getSettings(db)), surroundings);
}

/**
 * Rejects the call unless an administrator lets members connect assistants (MCP-01).
 * @throws request.not-found
 */
export async function requireAssistants(settings: () => Promise<PortalSettings>): Promise<void> {
  const { assistantsMayConnect } = await settings();
  if (!assistantsMayConnect) throw fail('request.not-found');
}

/** Returns the settings that every page needs before its scripts run. */
export function dressOf({ productName, tagline, brandColour, faviconFileId }: PortalSettings): Dress {
  const tones = brandColour === null ? null : tonesOf(brandColour);
  return {
    productName,
    description: tagline,
    iconUrl: faviconFileId && `/media/${faviconFileId}`,
    lightColours: tones ? declarationsOf(tones.light) : '',
    darkColours: tones ? declarationsOf(tones.dark) : '',
  };
}

/** Returns the brand of printed documents. A logo whose bytes are missing is left out. */
export async function readPrintedBrand(settings: PortalSettings, blobs: Blobs): Promise<PrintedBrand> {
  const { brandColour, logoFileId } = settings;
  const colour = tonesOf(brandColour).light.primary;
  if (logoFileId === null) return { colour, logo: null };
  try {
    // Imported on first use, because the picture library takes 10 MB of memory.
    const { drawLogo } = await import('#server/platform/files/images.ts');
    return { colour, logo: await drawLogo(await buffer(await blobs.open(logoFileId))) };
  } catch (error) {
    if (error instanceof BlobMissing) return { colour, logo: null };
    throw error;
  }
}

/** Returns the colours of the brand's field on printed documents. */
export function brandFieldOf({ brandColour }: Pick<PortalSettings, 'brandColour'>): BrandField {
  const tones = tonesOf(brandColour).light;
  return { ground: tones.brand, raised: tones['brand-raised'], ink: tones['on-brand'] };
}

/** Makes the sender of mails and the seller, whose settings are read when a mail or an invoice is written. */
export function portalOf(env: Surroundings & { publicUrl: string }): Portal {
  const { publicUrl } = env;
  return {
    publicUrl,
    site: async (ctx) => {
      const { productName, supportEmail, brandColour, logoFileId } = await readSettings(ctx, env);
      const colour = tonesOf(brandColour).light.primary;
      return {
        publicUrl,
        productName,
        supportEmail,
        colour,
        logoUrl: logoFileId && `${publicUrl}/media/${logoFileId}`,
      };
    },
    seller: async (ctx) => sellerLines(sellerOf(await readSettings(ctx, env))),
  };
}

/** Makes a function that returns whether the assessment has a public page. */
export function assessmentPageOf(env: Surroundings): (ctx: Pick<Context, 'db'>) => Promise<boolean> {
  return async (ctx) => (await readSettings(ctx, env)).assessmentIsPublic;
}

/** Returns the offer to members who are about to cancel (SUBSCR-24); null while the publisher makes none. */
export async function readCancelOffer({
  db,
}: Pick<Context, 'db'>): Promise<{ percentOff: number; payments: number } | null> {
  const { cancel_offer_percent: percentOff, cancel_offer_payments: payments } = await store.getSettings(db);
  return percentOff === null ? null : { percentOff, payments };
}

export async function showSettings(ctx: Context, surroundings: Surroundings): Promise<SavedPortalSettings> {
  return show(ctx, await store.getSettings(ctx.db), surroundings);
}

export type SettingsDeps = {
  surroundings: Surroundings;
  findUpload: (ctx: Context, id: string) => Promise<BrandPicture | null>;
  /** Makes every node read the settings again. */
  announceChange: (ctx: Context) => Promise<void>;
};

/**
 * Saves an administrator's changes of the settings.
 * @throws portal.conflict, portal.set-by-operator, portal.domains-required, portal.picture-unknown,
 * portal.picture-refused, portal.picture-too-large
 */
export async function saveSettings(
  ctx: MemberContext,
  form: PortalSettingsForm,
  { surroundings, findUpload, announceChange }: SettingsDeps,
): Promise<SavedPortalSettings> {
  const row = await store.lockSettings(ctx.db);
  if (form.version !== undefined && form.version !== row.version) throw fail('portal.conflict');
  const before = settingsOf(chosenOf(row), surroundings);
  const changes = changesOf(form, before);
  const fixed = Object.keys(changes).find((name) => name in surroundings.fixedSettings);
  if (fixed) throw fail('portal.set-by-operator', { field: fieldNames[fixed as keyof PortalSettings] });
  const after = { ...chosenOf(row), ...changes };
  if (after.registration === 'domains' && after.registrationDomains.length === 0) throw fail('portal.domains-required');
  for (const id of [changes.logoFileId, changes.darkLogoFileId, changes.faviconFileId]) {
    if (id) checkPicture(await findUpload(ctx, id));
  }
  for (const id of uploadsIn(changes.introduction)) {
    if ((await findUpload(ctx, id))?.kind !== 'image') throw fail('portal.picture-unknown');
  }
  const saved = await store.updateSettings(ctx.db, valuesOf(after), ctx.actor.userId);
  const old = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name as keyof PortalSettings]]));
  const entry = { before: auditedOf(old), after: auditedOf(changes) };
  await audit(ctx, { object: 'portal-settings', action: 'update', objectId: 1, ...entry });
  await announceChange(ctx);
  return show(ctx, saved, surroundings);
}

/**
 * Returns the fields of a form that differ from the effective settings, with their new values. An introduction without
 * visible content becomes null.
 */
function changesOf({ version: _, ...form }: PortalSettingsForm, now: PortalSettings): Partial<PortalSettings> {
  const { introduction } = form;
  const given = { ...form, ...(introduction && isBlank(introduction) && { introduction: null }) };
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name as keyof PortalSettings]),
  );
  return Object.fromEntries(changed);
}

function checkPicture(picture: BrandPicture | null): void {
  const rejection = pictureRejection(picture, maxBrandPictureBytes);
  if (!rejection) return;
  throw fail(rejection, {
    width: picture?.width_pixels ?? 0,
    height: picture?.height_pixels ?? 0,
    limit: maxBrandPicturePixels.toLocaleString('en-GB'),
  });
}

async function show(ctx: Context, row: store.SettingsRow, surroundings: Surroundings): Promise<SavedPortalSettings> {
  const account = row.saved_by === null ? null : await findAccount(ctx, row.saved_by);
  return {
    ...settingsOf(chosenOf(row), surroundings),
    version: row.version,
    setByOperator: Object.keys(surroundings.fixedSettings),
    savedAt: row.saved_at?.toISOString() ?? null,
    savedBy: account && `${account.first_name} ${account.last_name}`.trim(),
  };
}

function chosenOf(row: store.SettingsRow) {
  return {
    productName: row.product_name,
    tagline: row.tagline,
    signInText: row.sign_in_text,
    supportEmail: row.support_email,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    publisherName: row.publisher_name,
    publisherAddress: row.publisher_address,
    publisherTaxId: row.publisher_tax_id,
    brandColour: row.brand_colour,
    logoFileId: row.logo_file_id,
    darkLogoFileId: row.dark_logo_file_id,
    faviconFileId: row.favicon_file_id,
    catalogueIsPublic: row.catalogue_is_public,
    assessmentIsPublic: row.assessment_is_public,
    registration: row.registration,
    registrationDomains: row.registration_domains,
    unknownOrganisationsInvite: row.unknown_organisations_invite,
    assistantsMayConnect: row.assistants_may_connect,
    searchSynonyms: row.search_synonyms,
    cancelOfferPercent: row.cancel_offer_percent,
    cancelOfferPayments: row.cancel_offer_payments,
    introduction: row.introduction,
    pinnedResourceIds: row.pinned_resource_ids,
  };
}

function valuesOf(chosen: ReturnType<typeof chosenOf>): store.SettingsValues {
  return {
    product_name: chosen.productName,
    tagline: chosen.tagline,
    sign_in_text: chosen.signInText,
    support_email: chosen.supportEmail,
    terms_url: chosen.termsUrl,
    privacy_url: chosen.privacyUrl,
    publisher_name: chosen.publisherName,
    publisher_address: chosen.publisherAddress,
    publisher_tax_id: chosen.publisherTaxId,
    brand_colour: chosen.brandColour,
    logo_file_id: chosen.logoFileId,
    dark_logo_file_id: chosen.darkLogoFileId,
    favicon_file_id: chosen.faviconFileId,
    catalogue_is_public: chosen.catalogueIsPublic,
    assessment_is_public: chosen.assessmentIsPublic,
    registration: chosen.registration,
    registration_domains: chosen.registrationDomains,
    unknown_organisations_invite: chosen.unknownOrganisationsInvite,
    assistants_may_connect: chosen.assistantsMayConnect,
    search_synonyms: chosen.searchSynonyms,
    cancel_offer_percent: chosen.cancelOfferPercent,
    cancel_offer_payments: chosen.cancelOfferPayments,
    introduction: chosen.introduction,
    pinned_resource_ids: chosen.pinnedResourceIds,
  };
}
