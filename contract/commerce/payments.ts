import * as z from 'zod/mini';
import { line, nullableText } from '../text.ts';

/**
 * ISO 3166-1 codes of the countries that Stripe accepts in addresses (https://docs.stripe.com/api/customers/create).
 */
export const countries = (
  'AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG ' +
  'CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM ' +
  'GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC ' +
  'LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ ' +
  'OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC ' +
  'TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

const isCountry = (code: string) => countries.includes(code);

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/**
 * Stripe's types of company tax ids outside the European Union, by country
 * (https://docs.stripe.com/billing/customer/tax-ids).
 */
const otherTaxIds: Readonly<Record<string, string>> = {
  AE: 'ae_trn',
  AU: 'au_abn',
  BR: 'br_cnpj',
  CA: 'ca_bn',
  CH: 'ch_vat',
  CL: 'cl_tin',
  GB: 'gb_vat',
  HK: 'hk_br',
  IL: 'il_vat',
  IN: 'in_gst',
  IS: 'is_vat',
  JP: 'jp_trn',
  KE: 'ke_pin',
  KR: 'kr_brn',
  LI: 'li_vat',
  MX: 'mx_rfc',
  NO: 'no_vat',
  NZ: 'nz_gst',
  SA: 'sa_vat',
  SG: 'sg_gst',
  TH: 'th_vat',
  TR: 'tr_tin',
  TW: 'tw_vat',
  UA: 'ua_vat',
  US: 'us_ein',
  ZA: 'za_vat',
};

/** Returns Stripe's type of tax id for companies of a country; null where the portal accepts none. */
export function taxIdTypeOf(country: string | null): string | null {
  if (country === null) return null;
  return union.includes(country) ? 'eu_vat' : (otherTaxIds[country] ?? null);
}

const detail = (field: string, max: number) => z._default(nullableText({ field, max }), null);

/** A tax id in capitals, without the blanks, dots and hyphens that people write in it; Stripe checks the rest. */
export const TaxId = z._default(
  z.pipe(
    z.nullable(
      line({ error: 'Tax id must be text', max: 40, tooLong: 'Tax id may have letters and digits only' }).check(
        z.regex(/^[A-Za-z0-9 .&+*/-]{0,40}$/, 'Tax id may have letters and digits only'),
      ),
    ),
    z.transform((value: string | null) => value?.replace(/[ .-]/g, '').toUpperCase() || null),
  ),
  null,
);

const Country = z._default(
  z.pipe(
    z.nullable(
      line({ error: 'Choose a country', max: 60 }).check(
        z.toUpperCase(),
        z.refine((code) => code === '' || isCountry(code), 'Choose a country'),
      ),
    ),
    z.transform((value: string | null) => value || null),
  ),
  null,
);

/**
 * Details that a buyer adds for invoices; blank and missing fields become null. Saving replaces all of them (TAX-06).
 */
export const BillingDetailsForm = z
  .object({
    companyName: detail('Company name', 150),
    line1: detail('Address', 200),
    line2: detail('Address, second line', 200),
    city: detail('City', 100),
    postcode: detail('Postcode', 20),
    country: Country,
    taxId: TaxId,
    purchaseOrder: detail('Order number', 60),
  })
  .check(
    z.refine(({ line1, line2, city, country }) => country !== null || !(line1 || line2 || city), {
      path: ['country'],
      error: 'Choose the country of the address',
    }),
    z.refine(({ taxId, country }) => taxId === null || country !== null, {
      path: ['country'],
      error: 'Choose the country of the tax id',
    }),
    z.refine(({ taxId, country }) => taxId === null || country === null || taxIdTypeOf(country) !== null, {
      path: ['taxId'],
      error: 'Tax ids of this country cannot be checked here: leave it empty',
    }),
  );
export type BillingDetailsForm = z.infer<typeof BillingDetailsForm>;

export const BillingDetails = z.object({
  companyName: z.nullable(z.string()),
  line1: z.nullable(z.string()),
  line2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  country: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  purchaseOrder: z.nullable(z.string()),
  /**
   * Stripe's check of the tax id; null without an id. `unavailable`: Stripe accepts the format but asks no authority.
   */
  taxIdStatus: z.nullable(z.enum(['pending', 'verified', 'unverified', 'unavailable'])),
});
export type BillingDetails = z.infer<typeof BillingDetails>;
