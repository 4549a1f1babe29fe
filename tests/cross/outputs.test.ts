import { parse } from 'csv-parse/sync';
import nodemailer from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { csvText, textCell } from '#contract/csv.ts';
import type { PublicResource } from '#contract/pages/storefront.ts';
import { badgeSvg } from '#server/learning/badges/picture-rules.ts';
import { attachmentOf, downloadNameOf } from '#server/learning/library/rules.ts';
import { feedText, sitemapPart } from '#server/pages/storefront/feeds.ts';
import { resourceHead } from '#server/pages/storefront/head.ts';
import { collect, openPdf } from '#server/platform/files/pdf.ts';
import { drawSvg } from '#server/platform/files/svg-picture.ts';
import { composeMail } from '#server/platform/mail/layout.ts';

/**
 * A character of each class that can break an output. Rows of earlier versions and of other programs may contain them.
 */
const classes = {
  NUL: '\u0000',
  'a control character': '\u0001',
  'an escape character': '\u001b',
  'a vertical tab': '\v',
  'a tab': '\t',
  'a line feed': '\n',
  'a carriage return': '\r\n',
  DEL: '\u007f',
  'a C1 control character': '\u009f',
  'a next line': '\u0085',
  'a blank that does not break': '\u00a0',
  'a soft hyphen': '\u00ad',
  'a zero-width space': '\u200b',
  'a line separator': '\u2028',
  'a direction override': '\u202e',
  'a direction isolate': '\u2066',
  'a byte order mark': '\ufeff',
  'an annotation': '\ufff9',
  'a noncharacter': '\ufffe',
  'a noncharacter beyond 16 bits': '\u{1ffff}',
  'half a character': '\ud83d',
  'a private character': '\ue000',
  'a hidden tag': '\u{e0041}',
  'an unassigned character': '\u0378',
  'an emoji': '👨‍👩‍👧',
  'a combining mark': '\u0301',
  markup: '<b title="&">\']]><!--</script>',
} satisfies Record<string, string>;

const cases = Object.entries(classes).map(([name, character]) => [name, `A ${character} b${character}c`] as const);

/** XML 1.0, section 2.2. */
const xmlText = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const site = { publicUrl: 'https://portal.example', productName: 'Portal', publisher: null, currency: 'GBP' };
// Only the fields that the outputs read.
const resourceOf = (text: string) =>
  ({
    id: 1,
    title: text,
    description: text,
    type: 'report',
    accessType: 'purchase',
    price: 5,
    tags: [text],
    rappPrinciples: [],
    createdAt: '2026-11-20T00:00:00.000Z',
    featuredImageUrl: null,
    thumbnailUrl: null,
  }) as unknown as PublicResource;

describe('outputs of texts with characters of every class', () => {
  it.each(cases)('FRONT-05 the feed and the sitemap stay well-formed with %s', (_, text) => {
    const feed = feedText({ ...site, productName: text, publisher: text }, [resourceOf(text)]);
    const sitemap = sitemapPart(site, 1, {
      listed: [{ id: 1, title: text, updatedAt: new Date(0) }],
      open: { catalogue: true, assessment: true },
    });
    for (const xml of [feed, sitemap]) {
      expect(xml).toMatch(xmlText);
      // Every tag is the feed's own, and all opened tags are closed.
      const tags = [...xml.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)];
      const depth = tags.reduce((sum, [, end, , single]) => sum + (end ? -1 : single ? 0 : 1), 0);
      expect(depth).toBe(0);
      expect(xml.replaceAll(/<\??[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#39);)/);
    }
  });

  it.each(cases)('FRONT-04 the JSON-LD of a page says the title with %s', (_, text) => {
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(resourceHead(site, resourceOf(text))) ?? [];
    expect(JSON.parse(json).name.toWellFormed()).toBe(text.toWellFormed());
  });

  it.each(cases)('TEXT-01 a mail keeps its headers and its lines with %s in a name', async (_, text) => {
    const sender = { productName: 'Portal', supportEmail: null, colour: '#000000', logoUrl: null };
    const letter = {
      heading: `Hello ${text}`,
      paragraphs: ['One.'],
      facts: [['Name', text]] as [string, string][],
      reason: 'A test.',
    };
    const plain = composeMail({ ...letter, heading: 'Hello A', facts: [['Name', 'A']] }, sender);
    const mail = composeMail(letter, sender);
    expect(mail.text.split('\n')).toHaveLength(plain.text.split('\n').length);
    expect(mail.html).toMatch(xmlText);
    const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const headersOf = async (subject: string) => {
      const { message } = await transport.sendMail({ from: 'a@example.org', to: 'b@example.org', subject, ...mail });
      const [head = ''] = String(message).split('\n\n');
      return [...head.replaceAll(/\n[ \t]/g, ' ').matchAll(/^([^:]+):/gm)].map(([, name]) => name);
    };
    expect(await headersOf(`${text}\r\nBcc: c@example.org`)).toEqual(await headersOf('Plain'));
  });

  it.each(cases)('OUT-03 a PDF is written with %s in its text and its title', async (_, text) => {
    const margins = { top: 50, bottom: 50, left: 50, right: 50 };
    const brand = { colour: '#0d4f48', logo: null };
    const pdf = openPdf({ brand, title: text, author: text, date: new Date(0), margins });
    const finished = collect(pdf);
    pdf.text(text);
    pdf.end();
    expect(String(await finished).startsWith('%PDF')).toBe(true);
  });

  it.each(cases)('TEXT-02 a picture is drawn with %s in its texts', async (_, text) => {
    const field = { ground: '#0d4f48', raised: '#1a7a70', ink: '#ffffff' };
    const picture = await drawSvg(badgeSvg({ title: text, productName: text, field }));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
  });

  it.each(cases)('BILL-21 a CSV file has the rows and cells that were written with %s', (_, text) => {
    const rows: string[][] = parse(
      csvText([
        ['a', 'b'],
        [textCell(text), 'end'],
      ]),
    );
    expect(rows).toEqual([
      ['a', 'b'],
      [textCell(text).toWellFormed(), 'end'],
    ]);
  });

  it.each(cases)('UPLOAD-08 a download has a header that can be sent with %s in its title', (_, text) => {
    const header = attachmentOf(downloadNameOf({ title: text, storedName: 'file.pdf' }));
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header).toMatch(/\.pdf$/);
  });
});
