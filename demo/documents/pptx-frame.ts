import type { RappPrinciple } from '#contract/catalogue.ts';
import { hex, namespaces, noXml, type OfficePart, type Xml, xml } from './office.ts';
import { accentColours, brandColours } from './shapes.ts';

// PowerPoint counts distances in EMU; a wide slide is 13.33 by 7.5 inches.
const emu = (inches: number) => Math.round(inches * 914_400);
const slideWidth = emu(13 + 1 / 3);
const slideHeight = emu(7.5);

export type Box = { x: number; y: number; w: number; h: number };

/** Place and size of a shape, given in inches. */
export const frame = ({ x, y, w, h }: Box) =>
  xml`<a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/>`;

export const fill = (colour: string) => xml`<a:solidFill><a:srgbClr val="${hex(colour)}"/></a:solidFill>`;

/** Where everything on a slide begins, and how wide it is, in inches. */
export const left = 0.8;
export const width = 11.7;

const titleBox = { x: left + 0.65, y: 0.45, w: width - 0.65, h: 0.65 };

const { a, p, r } = namespaces;
export const slideNamespaces = xml`xmlns:a="${a}" xmlns:p="${p}" xmlns:r="${r}"`;

/** The list of shapes that each slide, layout and master has. */
export const shapeTree = (shapes: readonly Xml[]) =>
  xml`<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;

const geometries: Record<RappPrinciple, string> = {
  responsible: 'round2SameRect',
  adaptive: 'round2DiagRect',
  people_centred: 'ellipse',
  purpose_driven: 'diamond',
};

/** The shape of a principle. Screen readers pass over it: it only decorates. */
function principleShape(id: number, principle: RappPrinciple, box: Box): Xml {
  // The keystone is round below; the stock shape is round above.
  const flip = principle === 'responsible' ? xml` flipV="1"` : noXml;
  return xml`<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"><a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">
      <adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst></p:cNvPr><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>
    <p:spPr><a:xfrm${flip}>${frame(box)}</a:xfrm><a:prstGeom prst="${geometries[principle]}"><a:avLst/></a:prstGeom>
      ${fill(accentColours[principle].art)}<a:ln><a:noFill/></a:ln></p:spPr></p:sp>`;
}

/** An empty title, which gives the slides' titles their place and look. */
function titlePlaceholder(box: Box, size: number, colour: string): Xml {
  return xml`<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>
    <p:spPr><a:xfrm>${frame(box)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>
    <p:txBody><a:bodyPr lIns="0" tIns="0" rIns="0" bIns="0" anchor="t"><a:normAutofit/></a:bodyPr>
      <a:lstStyle><a:lvl1pPr><a:defRPr sz="${size}" b="1">${fill(colour)}</a:defRPr></a:lvl1pPr></a:lstStyle>
      <a:p><a:r><a:rPr lang="en-GB"/><a:t>Title</a:t></a:r></a:p></p:txBody></p:sp>`;
}

const colourMap = xml`bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"`;

const background = (colour: string) => xml`<p:bg><p:bgPr>${fill(colour)}<a:effectLst/></p:bgPr></p:bg>`;

const master = xml`<p:sldMaster ${slideNamespaces}>
  <p:cSld>${background(brandColours.card)}${shapeTree([titlePlaceholder(titleBox, 2800, brandColours.field)])}</p:cSld>
  <p:clrMap ${colourMap}/>
  <p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/></p:sldLayoutIdLst>
  <p:txStyles>
    <p:titleStyle><a:lvl1pPr><a:defRPr sz="2800" b="1"><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle>
    <p:bodyStyle><a:lvl1pPr><a:defRPr sz="2200"><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></p:bodyStyle>
    <p:otherStyle><a:lvl1pPr><a:defRPr sz="1800"><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></p:otherStyle>
  </p:txStyles>
</p:sldMaster>`;

/** The first slide: dark, with the four shapes. */
function coverLayout(): Xml {
  const principles: RappPrinciple[] = ['responsible', 'adaptive', 'people_centred', 'purpose_driven'];
  const shapes = principles.map((principle, index) =>
    principleShape(index + 3, principle, {
      x: 10.1 + (index % 2) * 1.35,
      y: 0.6 + Math.floor(index / 2) * 1.35,
      w: 1.2,
      h: 1.2,
    }),
  );
  const title = titlePlaceholder({ x: left, y: 3, w: 9, h: 1.5 }, 4000, brandColours.onField);
  return layout('Cover', xml`${background(brandColours.field)}${shapeTree([title, ...shapes])}`);
}

/** Every other slide: a title behind the shape of the deck's principle. */
function sectionLayout(accent: RappPrinciple): Xml {
  const shape = principleShape(3, accent, { x: left, y: 0.55, w: 0.42, h: 0.42 });
  return layout('Section', shapeTree([titlePlaceholder(titleBox, 2800, brandColours.field), shape]));
}

const layout = (name: string, content: Xml) =>
  xml`<p:sldLayout ${slideNamespaces} preserve="1" userDrawn="1"><p:cSld name="${name}">${content}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;

const notesMaster = xml`<p:notesMaster ${slideNamespaces}><p:cSld>${background(brandColours.card)}${shapeTree([
  xml`<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr>
    <p:spPr><a:xfrm>${frame({ x: 0.75, y: 0.75, w: 6, h: 3.375 })}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp>`,
  xml`<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr>
    <p:spPr><a:xfrm>${frame({ x: 0.75, y: 4.5, w: 6, h: 4.5 })}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>
    <p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp>`,
])}</p:cSld><p:clrMap ${colourMap}/></p:notesMaster>`;

function theme(): Xml {
  const colour = (name: string, value: string) => xml`<a:${name}><a:srgbClr val="${hex(value)}"/></a:${name}>`;
  const { ink, card, field, muted } = brandColours;
  const { responsible, adaptive, people_centred, purpose_driven } = accentColours;
  const font = xml`<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>`;
  const plain = xml`<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>`;
  const line = xml`<a:ln w="9525">${plain}</a:ln>`;
  const effect = xml`<a:effectStyle><a:effectLst/></a:effectStyle>`;
  return xml`<a:theme xmlns:a="${a}" name="RAPP Learning"><a:themeElements>
    <a:clrScheme name="RAPP Learning">${colour('dk1', ink)}${colour('lt1', card)}${colour('dk2', field)}${colour('lt2', muted)}
      ${colour('accent1', responsible.solid)}${colour('accent2', adaptive.solid)}${colour('accent3', people_centred.solid)}
      ${colour('accent4', purpose_driven.solid)}${colour('accent5', field)}${colour('accent6', responsible.art)}
      ${colour('hlink', responsible.solid)}${colour('folHlink', adaptive.solid)}</a:clrScheme>
    <a:fontScheme name="Calibri"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>
    <a:fmtScheme name="Plain"><a:fillStyleLst>${[plain, plain, plain]}</a:fillStyleLst><a:lnStyleLst>${[line, line, line]}</a:lnStyleLst>
      <a:effectStyleLst>${[effect, effect, effect]}</a:effectStyleLst><a:bgFillStyleLst>${[plain, plain, plain]}</a:bgFillStyleLst></a:fmtScheme>
  </a:themeElements></a:theme>`;
}

export const layouts = {
  cover: 'ppt/slideLayouts/slideLayout1.xml',
  section: 'ppt/slideLayouts/slideLayout2.xml',
};
export const notesMasterPath = 'ppt/notesMasters/notesMaster1.xml';

const masterPath = 'ppt/slideMasters/slideMaster1.xml';
const type = (name: string) => `presentationml.${name}`;

/** The main part of a deck, which lists its slides. */
export function presentation(slides: readonly string[]): OfficePart {
  const list = slides.map((_, index) => xml`<p:sldId id="${256 + index}" r:id="rId${index + 3}"/>`);
  return {
    path: 'ppt/presentation.xml',
    type: type('presentation.main'),
    content: xml`<p:presentation ${slideNamespaces}>
      <p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>
      <p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>
      <p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="${slideWidth}" cy="${slideHeight}"/><p:notesSz cx="6858000" cy="9144000"/>
      <p:defaultTextStyle><a:lvl1pPr><a:defRPr sz="1800"><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl1pPr></p:defaultTextStyle>
    </p:presentation>`,
    uses: [
      { kind: 'slideMaster', path: masterPath },
      { kind: 'notesMaster', path: notesMasterPath },
      ...slides.map((path) => ({ kind: 'slide', path })),
      { kind: 'theme', path: 'ppt/theme/theme1.xml' },
    ],
  };
}

/** What a deck has besides its slides: master, layouts and themes. */
export function deckParts(accent: RappPrinciple): OfficePart[] {
  const ofMaster = [{ kind: 'slideMaster', path: masterPath }];
  return [
    {
      path: masterPath,
      type: type('slideMaster'),
      content: master,
      uses: [
        { kind: 'slideLayout', path: layouts.cover },
        { kind: 'slideLayout', path: layouts.section },
        { kind: 'theme', path: 'ppt/theme/theme1.xml' },
      ],
    },
    { path: layouts.cover, type: type('slideLayout'), content: coverLayout(), uses: ofMaster },
    { path: layouts.section, type: type('slideLayout'), content: sectionLayout(accent), uses: ofMaster },
    {
      path: notesMasterPath,
      type: type('notesMaster'),
      content: notesMaster,
      uses: [{ kind: 'theme', path: 'ppt/theme/theme2.xml' }],
    },
    // A theme belongs to one master, so slides and notes have the same one twice.
    { path: 'ppt/theme/theme1.xml', type: 'theme', content: theme() },
    { path: 'ppt/theme/theme2.xml', type: 'theme', content: theme() },
  ];
}
