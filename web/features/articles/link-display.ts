import { isArticleLink } from '#contract/articles-nodes.ts';

/** The address that somebody meant by what was typed: a bare host is https, a bare mail address is written to. */
export function linkOf(typed: string): string | null {
  const address = typed.trim();
  if (isArticleLink(address)) return address;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address) && isArticleLink(`mailto:${address}`))
    return `mailto:${address}`;
  if (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(address) && isArticleLink(`https://${address}`)) return `https://${address}`;
  return null;
}
