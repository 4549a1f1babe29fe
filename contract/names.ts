import * as z from 'zod/mini';
import { optionalText, requiredText } from './text.ts';

/** The last label of a domain: two or more letters, digits, hyphens or marks, a letter in front. */
const lastLabel = String.raw`\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]`;
/** Schemes that mail programs make links of without "//". Not every word before a colon: "re:publica" is a name. */
const schemes =
  'https?|ftps?|sftp|wss?|mailto|tel|sms|callto|facetime|sips?|skype|whatsapp|tg|xmpp|file|javascript|vbscript';
/**
 * Parts of an address that mail programs make links of: a scheme, "www.", an FTP host, an @, an IPv4 address, a link in
 * Markdown, or a domain with a path, a query or a port, also behind a closing bracket or quotation mark.
 */
const address = new RegExp(
  [
    String.raw`:\/\/|www\.|@|\]\(`,
    String.raw`(?<![\p{L}\p{N}])(?:${schemes}):\S`,
    String.raw`(?<![\p{L}\p{N}])ftp\.[\p{L}\p{N}]`,
    String.raw`(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d)`,
    String.raw`[\p{L}\p{M}\p{N}]\.${lastLabel}\.?[\p{Pe}\p{Pf}\p{Pi}"'>]*(?:[/\\?#]\S|:\d)`,
  ].join('|'),
  'iu',
);
/** A domain alone: at least two labels of two or more characters. */
const domain = new RegExp(String.raw`[\p{L}\p{M}\p{N}-]{2}\.${lastLabel}`, 'iu');

/** An abbreviation before another capital, such as "Dr." in "Dr.Smith", which is no domain. */
const abbreviation = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{1,2}\.(?=\p{Lu})/gu;

/** Converts full-width characters and the ideographic full stop to plain ones, as browsers read them. */
const asRead = (name: string) => name.normalize('NFKC').replaceAll('\u3002', '.');

/** Whether a text contains a web or email address; the name of an organisation may be a domain, as "Booking.com". */
export function holdsAddress(text: string): boolean {
  return address.test(asRead(text));
}

/**
 * Whether the name of a person contains a web or email address: a domain alone counts, because it becomes a link too.
 */
export function isUnfitForPerson(name: string): boolean {
  return holdsAddress(name) || domain.test(asRead(name).replace(abbreviation, ' '));
}

/**
 * Builds the schema of a name of an organisation or a title: one line, without an address, because mails to other
 * people show the name.
 */
export function nameText(limits: { field: string; max: number }) {
  return requiredText(limits).check(
    z.refine((name) => !holdsAddress(name), `${limits.field} must not contain a web or email address`),
  );
}

/** Builds the schema of a first or last name: as `nameText`, and no domain. */
export function personNameText(limits: { field: string; max: number }) {
  return requiredText(limits).check(
    z.refine((name) => !isUnfitForPerson(name), `${limits.field} must not contain a web or email address`),
  );
}

/** Builds the schema of a person's own words in a mail to others: optional, several lines, without an address. */
export function messageText(limits: { field: string; max: number }) {
  return optionalText({ ...limits, lines: true }).check(
    z.refine((text) => text === null || !holdsAddress(text), `${limits.field} must not contain a web or email address`),
  );
}
