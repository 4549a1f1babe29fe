import { defaultProductName, type Registration } from '#contract/portal.ts';
import type { PortalSettings, PortalSettingsForm } from '#contract/portal-admin.ts';

/** Settings that variables of the operator's set (SETUP-03). */
export type FixedSettings = Readonly<Partial<PortalSettings>>;

/** What the settings follow beside what was saved. */
export type Surroundings = { demo: boolean; fixedSettings: FixedSettings };

/** What was saved; null where nothing was chosen. */
export type ChosenSettings = {
  [Field in keyof PortalSettings]: Field extends 'registration' | 'registrationDomains'
    ? PortalSettings[Field]
    : PortalSettings[Field] | null;
};

/** The settings as they hold. A demo opens its public pages until an administrator closes them (SETUP-08). */
export function settingsOf(chosen: ChosenSettings, { demo, fixedSettings }: Surroundings): PortalSettings {
  return {
    ...chosen,
    productName: chosen.productName ?? defaultProductName,
    catalogueIsPublic: chosen.catalogueIsPublic ?? demo,
    assessmentIsPublic: chosen.assessmentIsPublic ?? demo,
    ...fixedSettings,
  };
}

type Field = keyof PortalSettings;

/** The fields of a form that differ from what holds, with their new values. */
export function changesOf({ version: _, ...form }: PortalSettingsForm, now: PortalSettings): Partial<PortalSettings> {
  const changed = Object.entries(form).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now[name as Field]),
  );
  return Object.fromEntries(changed);
}

/** The fields in the words of the screen, for sentences. */
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
};

/** A file of an upload, as far as logos and icons care. */
export type BrandPicture = {
  kind: 'image' | 'document';
  content_type: string;
  bytes: number;
  width_pixels: number | null;
  height_pixels: number | null;
};

/** The longest side of a logo or an icon, in pixels. */
export const maxBrandPicturePixels = 2000;

const brandPictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Why a picture cannot be a logo or an icon; null when it can. */
export function pictureRefusal(
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

/** Who sells, for receipts and invoices; without a publisher the portal itself. */
export type Seller = { publisherName: string; publisherAddress: string | null; publisherTaxId: string | null };

/** The seller that receipts and invoices name. */
export function sellerOf(settings: PortalSettings): Seller {
  const { publisherName, publisherAddress, publisherTaxId, productName } = settings;
  return { publisherName: publisherName ?? productName, publisherAddress, publisherTaxId };
}

/** The same as lines of an address. */
export function sellerLines({ publisherName, publisherAddress, publisherTaxId }: Seller): string[] {
  const lines = [publisherName, publisherAddress, publisherTaxId && `Tax number: ${publisherTaxId}`];
  return lines.flatMap((line) => line?.split(/\r?\n/) ?? []).filter((line) => line.trim() !== '');
}

type RegistrationRule = { registration: Registration; registrationDomains: readonly string[] };

/** Why an address without an account cannot register (SETUP-07); null when it can. */
export function registrationRefusal(
  { registration, registrationDomains }: RegistrationRule,
  email: string,
): 'accounts.invitation-only' | 'accounts.domain-closed' | null {
  if (registration === 'open') return null;
  if (registration === 'invited') return 'accounts.invitation-only';
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return registrationDomains.includes(domain) ? null : 'accounts.domain-closed';
}
