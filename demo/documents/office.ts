import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A piece of XML that is ready to be written. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type XmlValue = Xml | readonly Xml[] | string | number;

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes a template of XML. Strings and numbers in it are escaped; other pieces of XML are inserted as they are. */
export function xml(parts: TemplateStringsArray, ...values: XmlValue[]): Xml {
  return new Xml(String.raw({ raw: parts }, ...values.map(textOf)));
}

function textOf(value: XmlValue): string {
  if (value instanceof Xml) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replaceAll(/[&<>"]/g, (sign) => references[sign] ?? sign);
}

export const noXml = xml``;

/** XML and Office name colours without the sign that CSS puts before them. */
export const hex = (colour: string) => colour.slice(1);

const schemas = 'http://schemas.openxmlformats.org';

/** The namespaces of the three formats, named by their usual prefixes. */
export const namespaces = {
  a: `${schemas}/drawingml/2006/main`,
  p: `${schemas}/presentationml/2006/main`,
  pic: `${schemas}/drawingml/2006/picture`,
  r: `${schemas}/officeDocument/2006/relationships`,
  s: `${schemas}/spreadsheetml/2006/main`,
  w: `${schemas}/wordprocessingml/2006/main`,
  wp: `${schemas}/drawingml/2006/wordprocessingDrawing`,
};

/**
 * A part of an Office file. `type` is what its content type holds between "officedocument." and "+xml"; a picture has
 * none. `uses` names the parts that it refers to: `rId1` is the first, and so on.
 */
export type OfficePart = { path: string; type?: string; content: Xml | Buffer; uses?: readonly PartUse[] };
export type PartUse = { kind: string; path: string };

export type OfficeProperties = { title: string; subject: string; author: string; description: string };

const coreType = 'application/vnd.openxmlformats-package.core-properties+xml';

/** Puts an Office file together. The first part is the main one, which programs open. */
export function packOffice(properties: OfficeProperties, parts: readonly [OfficePart, ...OfficePart[]]) {
  const zip = new ZipFile();
  // A fixed date, so that the same document gives the same bytes.
  const mtime = new Date(2026, 0, 1);
  const add = (path: string, content: Xml | Buffer) => {
    const bytes = content instanceof Xml ? Buffer.from(`${declaration}${content.text}`) : content;
    zip.addBuffer(bytes, path, { mtime });
  };
  add('[Content_Types].xml', contentTypes(parts));
  add('_rels/.rels', rootRelationships(parts[0].path));
  add('docProps/core.xml', coreProperties(properties));
  for (const { path, content, uses } of parts) {
    add(path, content);
    if (uses) add(path.replace(/([^/]+)$/, '_rels/$1.rels'), relationships(uses));
  }
  zip.end();
  return buffer(zip.outputStream);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function contentTypes(parts: readonly OfficePart[]): Xml {
  const overrides = parts.flatMap(({ path, type }) =>
    type
      ? xml`<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`
      : [],
  );
  return xml`<Types xmlns="${schemas}/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="png" ContentType="image/png"/>
    <Override PartName="/docProps/core.xml" ContentType="${coreType}"/>${overrides}
  </Types>`;
}

function rootRelationships(main: string): Xml {
  return xml`<Relationships xmlns="${schemas}/package/2006/relationships">
    <Relationship Id="rId1" Type="${namespaces.r}/officeDocument" Target="${main}"/>
    <Relationship Id="rId2" Type="${schemas}/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>
  </Relationships>`;
}

function relationships(uses: readonly PartUse[]): Xml {
  const lines = uses.map(
    ({ kind, path }, index) =>
      xml`<Relationship Id="rId${index + 1}" Type="${namespaces.r}/${kind}" Target="/${path}"/>`,
  );
  return xml`<Relationships xmlns="${schemas}/package/2006/relationships">${lines}</Relationships>`;
}

function coreProperties({ title, subject, author, description }: OfficeProperties): Xml {
  return xml`<cp:coreProperties xmlns:cp="${schemas}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:title>${title}</dc:title><dc:subject>${subject}</dc:subject><dc:creator>${author}</dc:creator>
    <dc:description>${description}</dc:description><cp:lastModifiedBy>${author}</cp:lastModifiedBy><dc:language>en-GB</dc:language>
  </cp:coreProperties>`;
}
