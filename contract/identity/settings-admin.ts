import * as z from 'zod/mini';
import { ArticleBody, ArticleText } from '../catalogue/articles.ts';
import { plainTextOf } from '../catalogue/articles-text.ts';
import { hasAtMost } from '../characters.ts';
import { asciiDomain, emailAddressOf } from '../email-addresses.ts';
import { bodyId, line, nullableText, numberOrText, requiredText, trueOrFalse } from '../text.ts';
import { Registration } from './settings.ts';

/** Maximum lengths of the settings' texts, in characters (SETUP-02). */
export const settingLimits = {
  productName: 60,
  tagline: 140,
  signInText: 300,
  publisherName: 200,
  publisherAddress: 400,
  publisherTaxId: 40,
  introduction: 2000,
} as const;

/** Maximum number of resources pinned to the start of the catalogue for visitors (FRONT-14). */
export const maxPinnedResources = 6;

const maxRegistrationDomains = 50;
const maxSynonyms = 200;

/** Maximum size of a logo or a browser icon. */
export const maxBrandPictureBytes = 1024 * 1024;
export const brandPictureExtensions = ['png', 'jpg', 'jpeg', 'webp'] as const;

const text = (name: Exclude<keyof typeof settingLimits, 'introduction'>, field: string, lines = false) =>
  z.optional(nullableText({ field, max: settingLimits[name], lines }));

const Email = z.optional(
  nullableText({ field: 'Support email', max: 254 }).check(
    z.overwrite((value) => (value === null ? null : (emailAddressOf(value) ?? value))),
    z.refine((value) => value === null || emailAddressOf(value) !== null, 'Support email must be an email address'),
  ),
);

/** A link that pages show: only http and https, so that a browser never runs it as a script. */
const webAddress = (field: string) =>
  z.optional(
    nullableText({ field, max: 1000 }).check(
      z.refine(
        (value) => value === null || (/^https?:\/\//i.test(value) && URL.canParse(value)),
        `${field} must be an http or https address`,
      ),
    ),
  );

const Picture = z.optional(z.nullable(z.uuid({ error: 'This picture was not uploaded to this portal.' })));

const colourSentence = 'Brand colour must be written like #0a9bd6';
const BrandColour = line({ error: 'Brand colour must be text', max: 20, tooLong: colourSentence }).check(
  z.toLowerCase(),
  z.regex(/^#[0-9a-f]{6}$/, colourSentence),
);

/** Number of payments that the offer to cancelling members lasts, unless the publisher sets another. */
const usualOfferPayments = 3;

/** Builds the schema of a whole number, as a number or text; blank and null become null. */
function wholeOrBlank(field: string, max: number) {
  const sentence = `${field} must be 1 to ${max}`;
  const isWhole = (value: number | string) => /^(|[1-9]\d{0,2})$/.test(String(value).trim()) && Number(value) <= max;
  return z.pipe(
    z.nullable(numberOrText(sentence).check(z.refine(isWhole, sentence))),
    z.transform((value: number | string | null) =>
      value === null || String(value).trim() === '' ? null : Number(value),
    ),
  );
}

/** The domain of email addresses, such as "example.org"; a leading @ is dropped. */
const EmailDomain = line({ error: 'An email domain must be text', max: 260 }).check(
  z.toLowerCase(),
  z.overwrite((value) => value.replace(/^@/, '')),
  z.overwrite((value) => asciiDomain(value) ?? value),
  z.refine((value) => asciiDomain(value) !== null, 'An email domain must be a host name such as example.org'),
);

/** "typed = found, found": a search for the text before the sign also finds the texts behind it (BROWSE-16). */
const Synonym = line({
  error: 'A synonym must be text',
  max: 200,
  tooLong: 'A synonym has at most 200 characters',
}).check(
  z.refine(isSynonym, 'Write what is typed, an equals sign and what is found, such as GDPR = data protection, privacy'),
);

/**
 * Whether a line is blank, or one text without a comma, an equals sign and at least one text, each with a letter or a
 * digit.
 */
function isSynonym(line: string): boolean {
  if (line === '') return true;
  const [typed = '', found = '', ...rest] = line.split('=');
  return (
    rest.length === 0 &&
    !typed.includes(',') &&
    [typed, ...found.split(',')].every((text) => /[\p{L}\p{N}]/u.test(text))
  );
}

const Introduction = z.nullable(
  ArticleBody.check(
    z.refine(
      (document) => hasAtMost(plainTextOf(document), settingLimits.introduction),
      `Introduction must be at most ${settingLimits.introduction.toLocaleString('en-GB')} characters`,
    ),
  ),
);

const PinnedResources = z
  .array(bodyId('A pinned resource must be named by its number'), { error: 'Pinned resources must be a list' })
  .check(
    z.maxLength(maxPinnedResources, `At most ${maxPinnedResources} pinned resources`),
    z.refine((ids) => new Set(ids).size === ids.length, 'Each resource can be pinned once'),
  );

/**
 * Settings of the portal that administrators save. Fields that are left out stay as they are. An empty text becomes
 * null; for the name it is rejected, and for `cancelOfferPayments` it becomes the default.
 */
export const PortalSettingsForm = z.object({
  productName: z.optional(requiredText({ field: 'Portal name', max: settingLimits.productName })),
  tagline: text('tagline', 'Tagline'),
  signInText: text('signInText', 'Text on the sign-in screen', true),
  supportEmail: Email,
  termsUrl: webAddress('Terms'),
  privacyUrl: webAddress('Privacy'),
  publisherName: text('publisherName', 'Name'),
  publisherAddress: text('publisherAddress', 'Address', true),
  publisherTaxId: text('publisherTaxId', 'Tax number'),
  brandColour: z.optional(
    z.pipe(
      z.transform((given: string | null) => given || null),
      z.nullable(BrandColour),
    ),
  ),
  logoFileId: Picture,
  darkLogoFileId: Picture,
  faviconFileId: Picture,
  catalogueIsPublic: z.optional(trueOrFalse('catalogueIsPublic')),
  assessmentIsPublic: z.optional(trueOrFalse('assessmentIsPublic')),
  registration: z.optional(Registration),
  unknownOrganisationsInvite: z.optional(trueOrFalse('unknownOrganisationsInvite')),
  assistantsMayConnect: z.optional(trueOrFalse('assistantsMayConnect')),
  registrationDomains: z.optional(
    z.pipe(
      z
        .array(EmailDomain, { error: 'Email domains must be a list' })
        .check(z.maxLength(maxRegistrationDomains, `At most ${maxRegistrationDomains} email domains`)),
      z.transform((domains: string[]) => [...new Set(domains)]),
    ),
  ),
  /** Blank lines are left out. */
  searchSynonyms: z.optional(
    z.pipe(
      z
        .array(Synonym, { error: 'Synonyms must be a list' })
        .check(z.maxLength(maxSynonyms, `At most ${maxSynonyms} synonyms`)),
      z.transform((lines: string[]) => lines.filter((line) => line !== '')),
    ),
  ),
  cancelOfferPercent: z.optional(wholeOrBlank('Percent off', 100)),
  cancelOfferPayments: z.optional(
    z.pipe(
      wholeOrBlank('Payments', 12),
      z.transform((payments: number | null) => payments ?? usualOfferPayments),
    ),
  ),
  introduction: z.optional(Introduction),
  pinnedResourceIds: z.optional(PinnedResources),
  /** Version of the settings when they were opened: if they were saved since, nothing is overwritten. */
  version: z.optional(z.int({ error: 'version must be a whole number' })),
});
export type PortalSettingsForm = z.infer<typeof PortalSettingsForm>;

/** The effective settings: an environment variable of the operator takes precedence over the saved value (SETUP-03). */
export const PortalSettings = z.object({
  productName: z.string(),
  tagline: z.nullable(z.string()),
  signInText: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  termsUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
  publisherName: z.nullable(z.string()),
  publisherAddress: z.nullable(z.string()),
  publisherTaxId: z.nullable(z.string()),
  brandColour: z.nullable(z.string()),
  logoFileId: z.nullable(z.string()),
  darkLogoFileId: z.nullable(z.string()),
  faviconFileId: z.nullable(z.string()),
  catalogueIsPublic: z.boolean(),
  assessmentIsPublic: z.boolean(),
  registration: Registration,
  registrationDomains: z.array(z.string()),
  /** Whether organisations with neither a confirmation nor a proven domain may invite people (ORG-11). */
  unknownOrganisationsInvite: z.boolean(),
  /** Whether assistants read the portal for members by the Model Context Protocol (MCP-01). */
  assistantsMayConnect: z.boolean(),
  searchSynonyms: z.array(z.string()),
  cancelOfferPercent: z.nullable(z.int()),
  cancelOfferPayments: z.int(),
  /** Start of /catalogue (FRONT-14). Pinned resources that are not listed now are not shown there. */
  introduction: z.nullable(ArticleText),
  pinnedResourceIds: z.array(z.int()),
});
export type PortalSettings = z.infer<typeof PortalSettings>;

/** The settings, for the screen that edits them. */
export const SavedPortalSettings = z.extend(PortalSettings, {
  version: z.int(),
  /** Fields that environment variables set, so that administrators cannot change them. */
  setByOperator: z.array(z.string()),
  /**
   * Time of the last save, and below, the administrator's name. Both are null before the first save, the name also once
   * the account is deleted.
   */
  savedAt: z.nullable(z.string()),
  savedBy: z.nullable(z.string()),
});
export type SavedPortalSettings = z.infer<typeof SavedPortalSettings>;

/** Tones of a brand in one theme, as #rrggbb by the name of their variable in the stylesheets. */
export const Tones = z.object({
  primary: z.string(),
  'primary-hover': z.string(),
  'primary-foreground': z.string(),
  ring: z.string(),
  accent: z.string(),
  'accent-foreground': z.string(),
  brand: z.string(),
  'brand-raised': z.string(),
  'on-brand': z.string(),
  'on-brand-muted': z.string(),
  'sidebar-accent': z.string(),
  'sidebar-accent-foreground': z.string(),
  progress: z.string(),
  'art-ink': z.string(),
});
export type Tones = z.infer<typeof Tones>;

/** A brand colour that is not saved yet; without one the reply has the portal's own tones. */
export const BrandToneQuery = z.object({ colour: z.optional(BrandColour) });
export type BrandToneQuery = z.infer<typeof BrandToneQuery>;

/** Tones of both themes for a brand colour, for the preview (SETUP-05). */
export const BrandTones = z.object({
  /** Tones, and the surfaces that they stand on. */
  light: z.catchall(Tones, z.string()),
  dark: z.catchall(Tones, z.string()),
  contrasts: z.array(z.object({ name: z.string(), least: z.number(), light: z.number(), dark: z.number() })),
  /** Contrast of the colour itself with white; null without a colour. */
  onWhite: z.nullable(z.number()),
});
export type BrandTones = z.infer<typeof BrandTones>;
