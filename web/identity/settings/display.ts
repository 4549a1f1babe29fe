import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { plainTextOf } from '#contract/catalogue/articles-text.ts';
import type { BrandTones, PortalSettings, PortalSettingsForm } from '#contract/identity/settings-admin.ts';

/** The settings as the form holds them: texts are never null, and the numbers of the offer are texts. */
export type SettingsValues = Omit<
  Required<PortalSettingsForm>,
  'version' | 'cancelOfferPercent' | 'cancelOfferPayments'
> & {
  cancelOfferPercent: string;
  cancelOfferPayments: string;
};

/** Converts saved settings to the form's values. */
export function valuesOf(settings: PortalSettings): SettingsValues {
  const { productName, logoFileId, darkLogoFileId, faviconFileId } = settings;
  const { catalogueIsPublic, assessmentIsPublic, registration, registrationDomains, searchSynonyms } = settings;
  const { introduction, pinnedResourceIds, unknownOrganisationsInvite, assistantsMayConnect } = settings;
  return {
    productName,
    tagline: settings.tagline ?? '',
    signInText: settings.signInText ?? '',
    supportEmail: settings.supportEmail ?? '',
    termsUrl: settings.termsUrl ?? '',
    privacyUrl: settings.privacyUrl ?? '',
    publisherName: settings.publisherName ?? '',
    publisherAddress: settings.publisherAddress ?? '',
    publisherTaxId: settings.publisherTaxId ?? '',
    brandColour: settings.brandColour ?? '',
    ...{ logoFileId, darkLogoFileId, faviconFileId },
    ...{ catalogueIsPublic, assessmentIsPublic, registration, registrationDomains, searchSynonyms },
    cancelOfferPercent: settings.cancelOfferPercent === null ? '' : String(settings.cancelOfferPercent),
    cancelOfferPayments: String(settings.cancelOfferPayments),
    ...{ introduction, pinnedResourceIds, unknownOrganisationsInvite, assistantsMayConnect },
  };
}

export const fieldLabels: Record<keyof SettingsValues, string> = {
  brandColour: 'Brand colour',
  logoFileId: 'Logo',
  darkLogoFileId: 'Logo for dark backgrounds',
  faviconFileId: 'Browser icon',
  productName: 'Portal name',
  supportEmail: 'Support email',
  tagline: 'Tagline',
  signInText: 'Text on the sign-in screen',
  termsUrl: 'Terms',
  privacyUrl: 'Privacy',
  publisherName: 'Name',
  publisherTaxId: 'Tax number',
  publisherAddress: 'Address',
  catalogueIsPublic: 'Catalogue',
  assessmentIsPublic: 'Readiness assessment',
  introduction: 'Introduction',
  pinnedResourceIds: 'Pinned resources',
  registration: 'Registration',
  registrationDomains: 'Email domains',
  unknownOrganisationsInvite: 'Organisations that you have not confirmed may invite people',
  assistantsMayConnect: 'Members may connect AI assistants',
  searchSynonyms: 'Synonyms',
  cancelOfferPercent: 'Percent off',
  cancelOfferPayments: 'For how many payments',
};

/** Returns the words that a conflict shows for a field; undefined when its value can be shown unchanged. */
export function wordsFor(name: string, value: unknown): string | undefined {
  if (name === 'registration') return registrationNames[value as PortalSettings['registration']];
  if (name === 'introduction') return value ? plainTextOf(value as ArticleDocument) : 'None';
  if (name === 'pinnedResourceIds') return (value as number[]).map((id) => `Resource ${id}`).join(', ') || 'None';
  if (!name.endsWith('FileId')) return undefined;
  return value === null ? 'No picture' : 'An uploaded picture';
}

export const registrationNames: Record<PortalSettings['registration'], string> = {
  open: 'Anyone',
  invited: 'By invitation only',
  domains: 'Certain email domains',
};

/** Returns the labels of the fields that differ from the saved settings, in the form's order. */
export function changedLabels(was: SettingsValues, now: SettingsValues): string[] {
  const fields = Object.keys(fieldLabels) as (keyof SettingsValues)[];
  return fields
    .filter((name) => JSON.stringify(was[name] ?? '') !== JSON.stringify(now[name] ?? ''))
    .map((name) => fieldLabels[name]);
}

/** Returns the text for unsaved changes, such as "2 unsaved changes: brand colour, tagline." */
export function changesText(labels: readonly string[]): string {
  const count = labels.length === 1 ? '1 unsaved change' : `${labels.length} unsaved changes`;
  return `${count}: ${labels.map((label) => label.toLowerCase()).join(', ')}.`;
}

/** Returns the typed colour in lower case; null until it is one. */
export function colourOf(typed: string | null | undefined): string | null {
  const colour = typed?.trim().toLowerCase() ?? '';
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : null;
}

/** Returns a sentence about the portal's change of a brand colour; null when the colour is used unchanged. */
export function adjustment(colour: string | null, { onWhite, light }: BrandTones): string | null {
  if (colour === null || onWhite === null || light.primary === colour) return null;
  return `This colour reaches ${onWhite.toFixed(1)} : 1 against white, too little for text on every surface. In the light theme, buttons and links use ${light.primary}. Your logo keeps its colours.`;
}
