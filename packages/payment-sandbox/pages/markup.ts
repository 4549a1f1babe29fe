/** HTML that is safe to send: texts in it have been escaped. */
export type Markup = { readonly markup: string };
type Part = Markup | string | number | null | false | readonly Markup[];

/** Writes HTML; every text put into it is escaped, `null` and `false` write nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(written)) };
}

function written(part: Part): string {
  if (part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map((one) => one.markup).join('\n');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
