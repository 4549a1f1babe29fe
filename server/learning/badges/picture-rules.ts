import { charactersOf } from '#contract/characters.ts';

type Look = {
  title: string;
  productName: string;
  field: { ground: string; raised: string; ink: string };
};

const lineWidth = 17;
const mostLines = 4;

/** Returns the picture of a badge as an SVG of 512 by 512: the title of the resource on the brand's field. */
export function badgeSvg({ title, productName, field }: Look): string {
  const lines = wrap(title, lineWidth, mostLines);
  const size = lines.length > 3 ? 36 : 40;
  const top = 262 - ((lines.length - 1) * size * 1.2) / 2;
  const text = lines.map(
    (line, index) => `<text x="256" y="${top + index * size * 1.2}" font-size="${size}">${escapeXml(line)}</text>`,
  );
  const [name = ''] = wrap(productName, 30, 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
  <rect x="16" y="16" width="480" height="480" rx="96" fill="${field.ground}"/>
  <rect x="36" y="36" width="440" height="440" rx="80" fill="none" stroke="${field.raised}" stroke-width="8"/>
  <circle cx="256" cy="112" r="40" fill="${field.raised}"/>
  <path d="m238 112 13 13 24-26" fill="none" stroke="${field.ink}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>
  <g fill="${field.ink}" text-anchor="middle" font-family="Bricolage Grotesque" font-weight="700">
    ${text.join('\n    ')}
    <text x="256" y="440" font-size="24">${escapeXml(name)}</text>
  </g>
</svg>`;
}

/** Approximate width of a character: those of East Asian scripts take two places. */
const widthOf = (character: string) =>
  /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1;

/** Breaks a text into lines at blanks, or within a word that is too long; what is left over becomes "…". */
function wrap(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const push = () => {
    lines.push(line.trimEnd());
    line = '';
    used = 0;
  };
  for (const word of text.split(/(?<=\s)/)) {
    const characters = charactersOf(word);
    const length = characters.reduce((sum, one) => sum + widthOf(one), 0);
    if (used > 0 && used + length > width + 1) push();
    for (const character of characters) {
      if (used + widthOf(character) > width + (character === ' ' ? 1 : 0)) push();
      line += character;
      used += widthOf(character);
    }
    if (lines.length > most) break;
  }
  if (line.trim() !== '') push();
  if (lines.length <= most) return lines;
  return lines.slice(0, most).with(-1, `${beginningWithin(lines[most - 1] ?? '', width - 1).trimEnd()}…`);
}

function beginningWithin(line: string, width: number): string {
  let cut = '';
  let used = 0;
  for (const character of charactersOf(line)) {
    used += widthOf(character);
    if (used > width) break;
    cut += character;
  }
  return cut;
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
