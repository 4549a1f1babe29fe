import { lineOf, writable } from '#contract/lines.ts';
import type { Context } from '../context.ts';

/** Plain text, or parts of which those with a `url` become links; line breaks are kept. */
export type Words = string | { text: string; url?: string }[];

/** The parts of a mail, for both html and text. */
export type MailContent = {
  heading: string;
  paragraphs: Words[];
  /** Name and value pairs, such as the lines of a receipt. */
  facts?: [name: string, value: string][];
  /** Things that can be opened, one below the other. */
  items?: { title: string; note: string; url: string }[];
  action?: { label: string; url: string };
  /** Reason why the reader gets this mail. */
  reason: Words;
  /** Link that stops mails of this kind. */
  unsubscribe?: { label: string; url: string };
};

/** The person to whom a mail is written. */
export type Reader = { email: string; firstName: string };

/** The reader of a mail that names dates, which are in the reader's time zone. */
export type ZonedReader = { firstName: string; timeZone: string };

/** The sender, shown at the top and at the bottom. */
export type Sender = {
  productName: string;
  supportEmail: string | null;
  /** Colour of name, links and buttons, legible on white and under white text. */
  colour: string;
  /** Absolute URL of the logo; null shows only the name. */
  logoUrl: string | null;
};

/** A sender with the URL with which links in mails begin. */
export type Site = Sender & { publicUrl: string };

/** The portal that sends the mails. */
export type Portal = {
  publicUrl: string;
  /** Returns the current sender, which administrators can change while the portal runs. */
  site(ctx: Pick<Context, 'db'>): Promise<Site>;
  /** Returns the current seller as invoices print it, a line each. */
  seller(ctx: Pick<Context, 'db'>): Promise<readonly string[]>;
};

const ink = '#13211e';
const quiet = '#50605b';

/** Makes html and text of a mail. Colours are in attributes, because mail programs drop style sheets. */
export function composeMail(content: MailContent, sender: Sender): { html: string; text: string } {
  const heading = lineOf(content.heading);
  const facts = (content.facts ?? []).map(([name, value]): [string, string] => [name, lineOf(value)]);
  const items = (content.items ?? []).map((item) => ({ ...item, title: lineOf(item.title), note: lineOf(item.note) }));
  const whole = { ...content, heading, facts, items };
  return { html: htmlOf(whole, sender), text: writable(textOf(whole, sender)) };
}

function textOf(
  { heading, paragraphs, facts = [], items = [], action, reason, unsubscribe }: MailContent,
  sender: Sender,
): string {
  const parts = [
    heading,
    ...paragraphs.map(plainOf),
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    items.map(({ title, note, url }) => `${title} (${note})\n${url}`).join('\n\n'),
    action ? `${action.label}:\n${action.url}` : '',
    [
      sender.productName,
      plainOf(reason),
      unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`,
      plainOf(helpLine(sender)),
    ]
      .filter(Boolean)
      .join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function htmlOf(
  { heading, paragraphs, facts = [], items = [], action, reason, unsubscribe }: MailContent,
  sender: Sender,
): string {
  const { colour: brand, logoUrl } = sender;
  const logo =
    logoUrl === null
      ? ''
      : `<img src="${escapeHtml(logoUrl)}" alt="" height="28" style="height:28px;vertical-align:middle;margin-right:10px">`;
  const body = paragraphs.map(
    (parts) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${wordsOf(parts, brand)}</p>`,
  );
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:6px 0;color:${quiet}">${escapeHtml(name)}</td><td style="padding:6px 0;text-align:right"><strong>${escapeHtml(value)}</strong></td></tr>`,
  );
  const table = rows.length
    ? `<table role="presentation" width="100%" style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`
    : '';
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${brand};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:18px;color:${quiet}">Or open this address: <a href="${escapeHtml(action.url)}" style="color:${brand};word-break:break-all">${escapeHtml(action.url)}</a></p>`
    : '';
  const list = items.map(
    ({ title, note, url }) =>
      `<p style="margin:0;padding:12px 0;border-top:1px solid #d8e0dc;font-size:16px;line-height:24px"><a href="${escapeHtml(url)}" style="color:${brand};font-weight:600">${escapeHtml(title)}</a><br><span style="font-size:13px;line-height:18px;color:${quiet}">${escapeHtml(note)}</span></p>`,
  );
  const wayOut = unsubscribe
    ? `<a href="${escapeHtml(unsubscribe.url)}" style="color:${quiet}">${escapeHtml(unsubscribe.label)}</a>`
    : '';
  const foot = [wordsOf(reason, quiet), wayOut, wordsOf(helpLine(sender), quiet)].filter(Boolean).join('<br>');
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f7f5;color:${ink};font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif">
<table role="presentation" align="center" width="100%" style="max-width:560px;margin:0 auto;border-collapse:collapse"><tr>
<td style="padding:0 0 16px;font-size:18px;font-weight:700;color:${brand}">${logo}${escapeHtml(sender.productName)}</td></tr><tr>
<td style="padding:32px;background:#ffffff;border:1px solid #d8e0dc;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(heading)}</h1>
${body.join('\n')}${table}${list.join('\n')}${button}</td></tr><tr>
<td style="padding:16px 4px;font-size:13px;line-height:18px;color:${quiet}">${foot}</td></tr></table></body></html>
`;
}

function plainOf(parts: Words): string {
  return typeof parts === 'string' ? parts : parts.map(({ text }) => text).join('');
}

function wordsOf(parts: Words, colour: string): string {
  const words = typeof parts === 'string' ? [{ text: parts }] : parts;
  return words
    .map(({ text, url }: { text: string; url?: string }) => {
      const html = escapeHtml(text).replaceAll('\n', '<br>');
      return url ? `<a href="${escapeHtml(url)}" style="color:${colour}">${html}</a>` : html;
    })
    .join('');
}

function helpLine({ supportEmail }: Sender): Words {
  if (!supportEmail) return '';
  return [{ text: 'Questions? Write to ' }, { text: supportEmail, url: `mailto:${supportEmail}` }, { text: '.' }];
}

/** Escapes text for a place between tags or in a quoted attribute, of HTML and XML. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return writable(text).replace(/[&<>"']/g, (character) => names[character] ?? character);
}
