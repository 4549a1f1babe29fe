import { isPictureAddress } from '#contract/catalogue/articles-nodes.ts';
import { picturesOf, plainTextOf } from '#contract/catalogue/articles-text.ts';
import { domainOfAddress } from '#contract/email-addresses.ts';
import { defaultProductName, type Registration } from '#contract/identity/settings.ts';
import type { PortalSettings } from '#contract/identity/settings-admin.ts';
import { usualSynonyms } from './synonym-rules.ts';

/** Settings that the operator's environment variables set (SETUP-03). */
export type FixedSettings = Readonly<Partial<PortalSettings>>;

/** Facts that decide the settings in addition to the saved values. */
export type Surroundings = { demo: boolean; fixedSettings: FixedSettings };

/** The saved values; except for the named fields, which always have one, null where nothing is chosen. */
export type ChosenSettings = {
  [Field in keyof PortalSettings]: Field extends
    | 'registration'
    | 'registrationDomains'
    | 'unknownOrganisationsInvite'
    | 'assistantsMayConnect'
    | 'cancelOfferPayments'
    | 'pinnedResourceIds'
    ? PortalSettings[Field]
    : PortalSettings[Field] | null;
};

/** Returns the effective settings. A demo opens its public pages until an administrator closes them (SETUP-08). */
export function settingsOf(chosen: ChosenSettings, { demo, fixedSettings }: Surroundings): PortalSettings {
  return {
    ...chosen,
    productName: chosen.productName ?? defaultProductName,
    catalogueIsPublic: chosen.catalogueIsPublic ?? demo,
    assessmentIsPublic: chosen.assessmentIsPublic ?? demo,
    searchSynonyms: chosen.searchSynonyms ?? usualSynonyms,
    ...fixedSettings,
  };
}

type Field = keyof PortalSettings;

/** Returns settings for the audit log, which records the introduction as plain text. */
export function auditedOf({ introduction, ...settings }: Partial<PortalSettings>): object {
  return introduction === undefined
    ? settings
    : { ...settings, introduction: introduction && plainTextOf(introduction) };
}

/** Returns the ids of the uploads in an introduction. */
export function uploadsIn(introduction: PortalSettings['introduction'] | undefined): string[] {
  const addresses = introduction ? picturesOf(introduction) : [];
  return addresses.filter(isPictureAddress).map((address) => address.slice('/media/'.length));
}

type Shown = Pick<PortalSettings, 'logoFileId' | 'darkLogoFileId' | 'faviconFileId' | 'introduction'>;

/** Whether the portal's own pages and mails show this uploaded picture. */
export function showsPicture({ logoFileId, darkLogoFileId, faviconFileId, introduction }: Shown, id: string): boolean {
  return [logoFileId, darkLogoFileId, faviconFileId, ...uploadsIn(introduction)].includes(id);
}

/** Names of the fields on the screen, for messages. */
export const fieldNames: Readonly<Record<Field, string>> = {
  productName: 'the portal name',
  tagline: 'the tagline',
  signInText: 'the text on the sign-in screen',
  supportEmail: 'the support email',
  termsUrl: 'the address of the terms',
  privacyUrl: 'the address of the privacy notice',
  publisherName: "the publisher's name",
  publisherAddress: "the publisher's address",
  publisherTaxId: "the publisher's tax number",
  brandColour: 'the brand colour',
  logoFileId: 'the logo',
  darkLogoFileId: 'the logo for dark backgrounds',
  faviconFileId: 'the browser icon',
  catalogueIsPublic: 'whether the catalogue is public',
  assessmentIsPublic: 'whether the assessment is public',
  registration: 'who may register',
  registrationDomains: 'the email domains',
  unknownOrganisationsInvite: 'whether organisations that are not confirmed may invite',
  assistantsMayConnect: 'whether assistants may connect',
  searchSynonyms: 'the synonyms of the search',
  cancelOfferPercent: 'the offer to those who cancel',
  cancelOfferPayments: 'how long the offer to those who cancel lasts',
  introduction: 'the introduction of the catalogue',
  pinnedResourceIds: 'the pinned resources',
};

/** An upload, with the fields that logos and icons need. */
export type BrandPicture = {
  kind: 'image' | 'document';
  content_type: string;
  bytes: number;
  width_pixels: number | null;
  height_pixels: number | null;
};

/** Maximum side of a logo or an icon, in pixels. */
export const maxBrandPicturePixels = 2000;

const brandPictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Returns the reason why a picture cannot be a logo or an icon; null when it can. */
export function pictureRejection(
  picture: BrandPicture | null,
  maxBytes: number,
): 'portal.picture-unknown' | 'portal.picture-refused' | 'portal.picture-too-large' | null {
  if (picture?.kind !== 'image') return 'portal.picture-unknown';
  if (Math.max(picture.width_pixels ?? 0, picture.height_pixels ?? 0) > maxBrandPicturePixels) {
    return 'portal.picture-too-large';
  }
  return brandPictureTypes.includes(picture.content_type) && picture.bytes <= maxBytes
    ? null
    : 'portal.picture-refused';
}

/** The seller on receipts and invoices; without a publisher, the portal itself. */
export type Seller = { publisherName: string; publisherAddress: string | null; publisherTaxId: string | null };

export function sellerOf(settings: PortalSettings): Seller {
  const { publisherName, publisherAddress, publisherTaxId, productName } = settings;
  return { publisherName: publisherName ?? productName, publisherAddress, publisherTaxId };
}

export function sellerLines({ publisherName, publisherAddress, publisherTaxId }: Seller): string[] {
  const lines = [publisherName, publisherAddress, publisherTaxId && `Tax number: ${publisherTaxId}`];
  return lines.flatMap((line) => line?.split(/\r?\n/) ?? []).filter((line) => line.trim() !== '');
}

type RegistrationRule = { registration: Registration; registrationDomains: readonly string[] };

/** Returns the reason why an address without an account cannot register (SETUP-07); null when it can. */
export function registrationRejection(
  { registration, registrationDomains }: RegistrationRule,
  email: string,
): 'accounts.invitation-only' | 'accounts.domain-closed' | null {
  if (registration === 'open') return null;
  if (registration === 'invited') return 'accounts.invitation-only';
  return registrationDomains.includes(domainOfAddress(email)) ? null : 'accounts.domain-closed';
}
