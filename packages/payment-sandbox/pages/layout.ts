import { html, type Markup } from './markup.ts';

export type Page = {
  title: string;
  content: Markup;
  /** A script of `browser/`, by its file's name. */
  script?: 'card-page';
  /** Room for a form, for rows with buttons, or for two columns. */
  width?: 'narrow' | 'medium' | 'wide';
};

/**
 * A whole page in the sandbox's look. All pages lie one folder deep, so that the same addresses of style and script hold
 * under any origin; neither is written into the page, which a strict content security policy would not allow.
 */
export function pageText({ title, content, script, width = 'narrow' }: Page): string {
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="../v3/page.css">
${script ? html`<script src="../v3/${script}.js" defer></script>` : null}
</head>
<body>
<p class="mark"><strong>Test payments</strong> <span>No money moves.</span></p>
<main class="${width}">
${content}
</main>
</body>
</html>
`;
  return page.markup;
}
